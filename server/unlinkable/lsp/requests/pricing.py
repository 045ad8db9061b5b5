"""What protecting a draft against each searcher would take, when it is asked in an editor.

Knows the text as it is open and shows progress; how prices are found and written is not known here.
"""

from unlinkable import stopping
from unlinkable.lsp.client.client import Client
from unlinkable.lsp.requests.view import View
from unlinkable.lsp.requests.working import worked
from unlinkable.lsp.text.uris import file_of, name_of
from unlinkable.reporting.prices.in_words import PricedDraft

_WIDTH = 100  # columns of the text


async def draft_prices(view: View, client: Client) -> dict[str, str]:
    """The prices of the draft, as a page (``html``) and as lines (``text``).

    Raises StoppedError once it is cancelled or the text is changed, and UserError when the index
    is damaged.
    """
    analysis = view.analysis

    def work(stop: stopping.Stop, report: stopping.OnProgress) -> PricedDraft:
        from unlinkable.engine.pricing import price_draft

        task = analysis.task
        return price_draft(
            task.engine,
            task.engine.task(analysis.draft, task.markup),
            name_of(view.uri),
            file=file_of(view.uri),
            stop=stop,
            report=report,
        )

    priced = await worked(view, client, "Working out prices", work)
    from unlinkable.reporting.prices.html import prices_page
    from unlinkable.reporting.prices.text import prices_text
    from unlinkable.reporting.terminal import Style

    return {"html": "".join(prices_page([priced])), "text": prices_text([priced], Style(_WIDTH))}
