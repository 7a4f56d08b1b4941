"""Files of hands and of deals, of any size: read, ranked or settled, and written block by block.

A format of `formats` knows how rows are stored: its source yields blocks, its target takes columns.
`hand_tables` and `deal_tables` know what columns mean; `jobs` takes a table through to a target.
"""
