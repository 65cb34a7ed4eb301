"""Charts: one short function a chart, small tables in, an Altair chart out."""
