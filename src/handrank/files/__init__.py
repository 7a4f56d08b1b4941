"""Files of hands and of deals, of any size: read, ranked or settled, and written block by block.

A format (`npy`, `csv`, `parquet`, listed in `formats`) knows how rows are stored: its source yields
blocks of them, its target takes columns. `hand_tables` and `deal_tables` know what the columns
mean, whatever the format. `jobs` takes the blocks of a table through to a target.
"""
