"""PDF files made by hand: pages of lines, one below the other."""

from collections.abc import Sequence


def pdf(
    pages: Sequence[Sequence[str]],
    more: str = "",
    objects: Sequence[str] = (),
    of_page: str = "",
    of_catalog: str = "",
) -> bytes:
    """A file with these pages. ``more``: what every page has as resources; ``of_page``,
    ``of_catalog``: further entries of every page, and of the catalogue; ``objects``: further ones,
    the first with the number 4 + 2 * pages."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * page} 0 R" for page in range(count))
    bodies = [
        f"<< /Type /Catalog /Pages 2 0 R {of_catalog} >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for page, lines in enumerate(pages):
        shown = " T* ".join(f"({_escaped(line)}) Tj" for line in lines)
        drawn = f"BT /F1 11 Tf 14 TL 72 770 Td {shown} ET" if lines else ""
        bodies += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R "
            f">> {more} >> {of_page} /Contents {5 + 2 * page} 0 R >>",
            f"<< /Length {len(drawn.encode('cp1252'))} >>\nstream\n{drawn}\nendstream",
        ]
    bodies += objects
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"xref\n0 {len(bodies) + 1}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {len(bodies) + 1} /Root 1 0 R >>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + end.encode()


def _escaped(line: str) -> str:
    return line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
