"""A page from its parts: sections, tables, notes, charts packed, numbers for machines."""
