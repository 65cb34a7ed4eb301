"""Spreadsheets as other programs write them, by the least that a reader needs: XLSX and ODS of a few sheets."""

import io
import zipfile
from datetime import date, time
from typing import Any
from xml.sax.saxutils import escape, quoteattr

EPOCH = date(1899, 12, 30).toordinal()
HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OASIS = "urn:oasis:names:tc:opendocument:xmlns:"
Rows = list[list[Any]]


def packed(parts: dict[str, str]) -> bytes:
    """A folder of texts, packed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as folder:
        for name, text in parts.items():
            folder.writestr(name, text)
    return buffer.getvalue()


def column_name(at: int) -> str:
    """A column as a spreadsheet names it."""
    return (column_name(at // 26 - 1) if at >= 26 else "") + chr(65 + at % 26)


def _xlsx_cell(row: int, at: int, value: Any) -> str:
    where = f'r="{column_name(at)}{row}"'
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return f'<c {where} t="b"><v>{int(value)}</v></c>'
    if isinstance(value, date):
        return f'<c {where} s="1"><v>{value.toordinal() - EPOCH}</v></c>'
    if isinstance(value, time):
        return f'<c {where} s="2"><v>{(value.hour * 60 + value.minute) / 1440}</v></c>'
    if isinstance(value, int | float):
        return f"<c {where}><v>{value}</v></c>"
    return f'<c {where} t="inlineStr"><is><t xml:space="preserve">{escape(value)}</t></is></c>'


def xlsx_rows(rows: Rows) -> str:
    """Rows of XLSX."""
    lines = (
        f'<row r="{number}">' + "".join(_xlsx_cell(number, at, value) for at, value in enumerate(row)) + "</row>"
        for number, row in enumerate(rows, start=1)
    )
    return "".join(lines)


def xlsx(sheets: dict[str, Rows], merged: tuple[str, ...] = (), data: str = "") -> bytes:
    """An XLSX workbook of sheets by name; `data` stands for the rows of all sheets, as XML."""
    named = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{at}" r:id="rId{at}"/>' for at, name in enumerate(sheets, start=1)
    )
    targets = "".join(
        f'<Relationship Id="rId{at}" Type="{OFFICE}/worksheet" Target="worksheets/sheet{at}.xml"/>'
        for at in range(1, len(sheets) + 1)
    )
    styles = "".join(f'<xf numFmtId="{each}" fontId="0" fillId="0" borderId="0"/>' for each in (0, 14, 20))
    ranges = "".join(f'<mergeCell ref="{each}"/>' for each in merged)
    ranges = f"<mergeCells>{ranges}</mergeCells>" if merged else ""
    parts = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="xml" ContentType="application/xml"/></Types>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{RELS}">'
        f'<Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{named}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{RELS}">{targets}</Relationships>',
        "xl/styles.xml": f'{HEAD}<styleSheet xmlns="{MAIN}"><cellXfs count="3">{styles}</cellXfs></styleSheet>',
    }
    for at, rows in enumerate(sheets.values(), start=1):
        content = data or xlsx_rows(rows)
        parts[f"xl/worksheets/sheet{at}.xml"] = (
            f'{HEAD}<worksheet xmlns="{MAIN}"><sheetData>{content}</sheetData>{ranges}</worksheet>'
        )
    return packed(parts)


def _ods_cell(value: Any) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        told = f'"boolean" office:boolean-value="{str(value).lower()}"'
    elif isinstance(value, date):
        told = f'"date" office:date-value="{value.isoformat()}"'
    elif isinstance(value, time):
        told = f'"time" office:time-value="PT{value.hour:02}H{value.minute:02}M00S"'
    elif isinstance(value, int | float):
        told = f'"float" office:value="{value}"'
    else:
        told = '"string"'
    return f"<table:table-cell office:value-type={told}><text:p>{escape(str(value))}</text:p></table:table-cell>"


def ods_rows(rows: Rows) -> str:
    """Rows of ODS, with the blank cells and rows to the end of the sheet that LibreOffice writes."""
    rest = '<table:table-cell table:number-columns-repeated="16000"/>'
    lines = (f"<table:table-row>{''.join(map(_ods_cell, row))}{rest}</table:table-row>" for row in rows)
    blank = f'<table:table-row table:number-rows-repeated="1048000">{rest}</table:table-row>'
    return "".join(lines) + blank


def ods(sheets: dict[str, Rows], data: str = "") -> bytes:
    """An ODS workbook of sheets by name; `data` stands for the rows of all sheets, as XML."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>{data or ods_rows(rows)}</table:table>"
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{each}="{OASIS}{each}:1.0"' for each in ("office", "table", "text"))
    content = (
        f'{HEAD}<office:document-content {spaces} office:version="1.2"><office:body><office:spreadsheet>{tables}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        f'{HEAD}<manifest:manifest xmlns:manifest="{OASIS}manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return packed({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})
