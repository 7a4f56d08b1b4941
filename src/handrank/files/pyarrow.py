"""pyarrow, which only Parquet files need; it comes with the extra ``handrank[parquet]``."""

from handrank.files.errors import FileError

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    raise FileError(f"parquet files need pyarrow ({error}); install handrank[parquet]") from error

__all__ = ["pa", "pq"]
