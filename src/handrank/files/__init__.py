"""Streams of hands: `.npy`, `.csv` and `.parquet` files of any size, a block of rows at a time.

`opening` finds the format by a file's extension; each format has a module with a `Source`, which
yields blocks of hands, and a `Target`, which takes them. `ranking` joins the two.
"""
