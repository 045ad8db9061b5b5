"""Abbreviations and the words that begin sentences, in the languages of the rulings we know of.

Data for the rules of ``sentences``; all entries are case-folded and without their last full stop.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.casefold().split())


BINDING = _words(
    # English
    "mr mrs ms messrs dr prof hon rev fr st sgt lt col gen capt cpl sr adv insp supt v vs cf eg"
    " e.g i.e viz ex op mt ft"
    # German
    " hr fr frl dipl ing mag rer jur med phil z.b d.h bzw vgl evtl ggf sog insb insbes einschl zit"
    " i.v.m i.s.d i.s.v i.d.f u.a u.u m.w.n gem lt bspw"
    # French
    " m mm mme mmes mlle mlles me mes mgr sté ste p.ex c.-à-d"
    # Polish
    " dz sędz asyst apl przyp biul zast rozporz czyt podst pełn prez wiceprez sekr sygn ul al pl"
    " os im św ks mgr inż lek adw r.pr prok dr hab por np tj tzn tzw m.in zob gen płk mjr kpt wg"
    " ok zw ob ds woj pow gm dot ww p b t.j ust lit poz"
    # Norwegian, Danish and Swedish
    " jf jfr f.eks fx bl.a adv dir kgl hrr lrs dvs t.eks resp fru frk ev kst jmf t.ex nr"
    # Spanish, Italian and Dutch
    " sr sra sres sras srta dra d.ª d dña sig sig.ra dott avv mw dhr mevr bijv o.a d.w.z mr"
)
"""Abbreviations that something must follow: no sentence ends with them."""

BINDING_PAIRS = tuple(
    pair.casefold()
    for pair in (
        "z. B",
        "d. h",
        "u. a",
        "i. V. m",
        "i. S. d",
        "i. S. v",
        "i. d. F",
        "e. g",
        "i. e",
        "m. in",
        "t. j",
        "p. ex",
        "f. eks",
        "bl. a",
        "t. ex",
        "b. d",
        "sygn. akt",
    )
)
"""Binding abbreviations written with spaces."""

FLOATING = _words(
    # English
    "no nos art arts para paras sec secs sect chap ch vol vols pp p ed eds fig figs app reg regs"
    " inc ltd co corp llc plc jr esq bros dept univ etc et al approx est ibid id loc cit seq jan"
    " feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun tel ext cl cls sch"
    " ser rep ann div dist ave blvd rd bldg assn govt incl misc ref refs pt pts r rr a.m p.m u.s"
    " u.k"
    # German
    " abs nr nrn art ziff lit rn rz rdnr randnr buchst halbs hs s f ff bd bde aufl hrsg az str usw"
    " usf dgl etc jan jän febr apr aug sept okt nov dez mio mrd tel vorm geb gest verh led verf"
    " beschl urt rspr begr anm bek bes entspr inkl exkl max min mind zzgl abzgl a.a.o ebd kap tz"
    " teilw verw grds st stgb sen kg mbh u.ä o.ä o.g s.o s.u n.f a.f alt var uabs unterabs erwgr"
    # French
    " art al n° no nos p pp vol éd éds chap sect cf ibid janv févr avr juill sept oct nov déc av"
    " bd tél env arr cass civ crim soc com req ch plén bull"
    # Polish
    " opubl wlkp małż prot apel publik red. art ust pkt poz nr lit par r rr w wym t tt z zł gr tys"
    " mln mld godz min sek str s ss rozdz dz dz.u u j.t tj.t tekst jedn ze zm z.późn późn publ"
    " niepubl niepublik itd itp i.in in n nast i zd al sp sp.z.o.o o.o k.p.c k.p.k k.c k.k k.p"
    " k.r.o k.s.h k.p.a p.u.s.p u.s.p art.art rozp orz post wyr uchw sn sa so sr nsa wsa tk kpc"
    " kpk kio pzp osnc osnkw osp ośw zał załącz oprac red wyd cyt dol k kk kart v vol ur zam tel"
    " fax m.st st ust.w odw oddz wydz"
    # Norwegian, Danish and Swedish
    " nr pkt kap bokst § art jf st ldd kl ca osv o.l mv m.v m.fl m.m mfl mm etc jan febr apr aug"
    " sept okt nov des dec mill mrd kr inkl ekskl tlf pst red utg saml stk litra afs nr.nr rt lb"
    " ot prp innst meld dok s ss sml a.st d.d f ff flg forts avd sekt resp ref"
    # Spanish, Italian and Dutch
    " art arts núm nº pág págs ss apdo apdos ap párr lit cap vol ed cfr n nn pag pagg co lett cpv"
    " sez artt s.p.a s.r.l blz p lid nr jo rov b.v n.v enz"
)
"""Abbreviations with which a sentence may end; only a word that surely begins one then cuts."""

STARTERS = _words(
    # English
    "the this that these those he she it they we you in on at by for from with within without"
    " after before during when whenever while where whereas although though however moreover"
    " furthermore nevertheless nonetheless accordingly consequently therefore thus hence according"
    " as if since because there here his her its their our who which what neither nor or and but"
    " so such some several all any each every both many most subsequently finally thereafter"
    " meanwhile under pursuant having being following given upon to besides then also until unless"
    " once even only between among against despite regarding concerning additionally similarly"
    " likewise instead lastly firstly secondly thirdly an is was were are has had did does can"
    " could should would about above below over through turning indeed rather yet still otherwise"
    # German
    " der die das den dem des ein eine einen einem einer eines es er sie wir ich im an am auf aus"
    " bei beim mit nach von vom vor zu zum zur über unter für gegen durch ohne um wenn weil da"
    " dass daß ob als wie auch nur noch nicht kein keine keinen dies diese dieser dieses diesem"
    " diesen dabei dafür dagegen daher damit danach darin darüber davon dazu demnach denn doch"
    " hier hiergegen hierzu hieraus insbesondere insoweit jedoch soweit sofern somit zwar zudem"
    " ferner nachdem während wegen weder allerdings vielmehr sein seine ihr ihre dort dann"
    " schließlich zunächst außerdem deshalb deswegen ebenso ebenfalls gleichwohl mithin sodann"
    # French
    " le la les un une du de ce cet cette ces il elle ils elles nous vous en dans par pour sur"
    " sous avec sans après avant au aux à si selon lorsque quand mais donc car ainsi cependant"
    " toutefois enfin dès depuis que qui son sa ses leur leurs aucun aucune attendu considérant vu"
    " or c'est néanmoins pourtant quant"
    # Polish
    " w z o u na do po za od przy przed pod nad dla bez ze we jak jako jednak jednakże nie tak ten"
    " ta to te tego tym tej tych takie taka taki zgodnie zdaniem wobec ponadto natomiast następnie"
    " powyższe powyższy wskazać należy dlatego zatem tymczasem również także też jeżeli jeśli gdy"
    " gdyby skoro mając biorąc odnosząc uznając uwzględniając rozpoznając analizując podkreślić"
    " zważyć stwierdzić ponieważ gdyż aby ani by był była było były być co czy ich jego jej jest"
    " już każdy każda który która które ma może nadto niezależnie niewątpliwie nadmienić oprócz"
    " obecnie ostatecznie poza podobnie przeto przeciwnie przedmiotowy przede sam się są skutkiem"
    " stąd tylko tutaj więc według wprawdzie wreszcie wszystkie zaś zarówno zasadnie żaden przez"
    " dopiero dalej dodatkowo tę tą"
    # Norwegian, Danish and Swedish
    " det den en et han hun vi jeg dette denne disse som når hvis da men og eller etter efter før"
    " ved fra til med uten uden på om av af ifølge imidlertid videre også slik så siden ettersom"
    " dersom her ingen ikke hva hvad hvor heller hvorvidt derfor deretter derimod dog samt selv"
    " hon detta vid från till enligt och när utan även"
    # Spanish, Italian and Dutch
    " el los las lo una unos unas por para con sin según cuando pero también ello esta este estos"
    " il gli nel nella nei per che non se quando anche tale tali het een dit dat deze op bij voor"
    " naar hij zij ook"
)
"""Words that, with a capital, begin a sentence even after an abbreviation."""

SURE_STARTERS = _words(
    "the this that these those they however moreover furthermore nevertheless accordingly"
    " consequently therefore according although though because subsequently thereafter after"
    " before during when while whereas under pursuant since there where which with dies diese"
    " dieser dieses nach nachdem während wenn weil jedoch daher damit danach insbesondere soweit"
    " zudem ferner allerdings vielmehr auch für mit cette selon lorsque cependant toutefois dans"
    " pour après avant ponadto natomiast następnie powyższe należy zatem tymczasem również także"
    " jeżeli zgodnie wobec zdaniem dlatego mając uznając jednak jednakże nie przy przed det dette"
    " denne disse når hvis etter efter ifølge imidlertid videre dersom ettersom enligt"
)
"""Words that begin a sentence even after a single capital letter, where a surname may follow."""

SHORT_WORDS = _words(
    "act age all any are bad bed big bit bus buy car cut day did die do due end far few fit for"
    " four gas get go got had has her him his home how ill in it its job key land last law lay led"
    " left life like line list live long lot low made man may me men met move name new not now of"
    " off old on one open or our out own pay plan play poor rape read real rent rest risk role"
    " rule run safe same say see set she side sign six so son sum tax ten text that the them then"
    " they this time to too true two up us use view war was way week well were work year yes you"
    " ask aid boy cell gun hit lie oil ran red sea sex shop sun tie try van via wet who why win"
    " won air arm eye fee fly gap ice leg map mob net odd pen put raw sat sin sky tea top toy be"
    " by if as at ago aim ban bar bag box dog ear eat hip jaw lab lip log mum rib uk usa is yet"
    # German
    " ist war hat sei bat tat tag weg ort neu gut alt ein aus auf ab an zu vor mit nun nie ihn ihm"
    " ihr uns sie es er hof amt arm tod rat not tun"
    # French
    " pas bas cas lui oui non fin loi ans été fut est sur vie eux dit"
    # Polish
    " lat dni się nim nie rok ma je jej ich nią raz dom cel moc ból tej tym tak już sąd"
    # Norwegian, Danish and Swedish
    " ham den det seg deg meg oss dem ja nei år sak til ut inn opp ned bil vei syn tid dag lov mot"
    " nå da her der bo sig mig dig ud ind op sag vej"
)
"""Short words that are no abbreviations, although nothing else tells."""

CITING = _words(
    "article articles section sections rule rules paragraph paragraphs § §§ protocol chapter part"
    " annex art arts para paras no nos artikel artikels absatz abs satz paragraf artykuł artykułu"
    " artykułem artykule ust pkt punkt punktu paragrafu kapitel kapittel ledd stk artículo"
)
"""What a number stands behind that is not an ordinal."""

UNFINISHED = _words(
    "of the a an and or to in on at by for from with against between under his her their its that"
    " which der die das den dem des ein eine und oder von vom zu zum zur im in am auf bei mit für"
    " gegen als dass le la les un une des du de et ou à au aux en dans par pour sur z ze w we i"
    " oraz lub albo o na do od dla przez przy po za pod nad og eller av af til på med fra for den"
    " det en et om i och från till y o del el los con per di della e het een van voor"
)
"""Words with which nothing ends, not even a heading."""
