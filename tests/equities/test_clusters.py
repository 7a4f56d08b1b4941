"""Past one machine: a real Dask cluster of two workers, killed workers, arrays and data sets."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import handrank
from handrank import equity
from handrank.equities.sampled import CHUNK

distributed: Any = pytest.importorskip("distributed", reason="distributed is not installed")

COMMAND = [sys.executable, "-m", "handrank"]
SAMPLE: dict[str, Any] = {
    "players": ["AKs, QQ+", "random"],
    "method": "sampled",
    "trials": 12 * CHUNK + 5,
    "seed": 3,
}
EXACT: list[dict[str, Any]] = [
    {"players": ["AA, AKs", "KK+, QJs"]},
    {"players": ["random", "30%"], "board": "2c 7d", "method": "exact"},
    {"players": ["AsAh2s3h, 5c6c7c8c", "KsKhQsQh"], "game": "omaha-hilo"},
]
CARDS = [f"card_{i}" for i in range(1, 8)]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as started:
        yield started


@pytest.fixture
def client(cluster: Any) -> Iterator[Any]:
    with distributed.Client(cluster) as connected:
        connected.wait_for_workers(2, timeout=60)
        yield connected


def test_the_same_counts_as_alone(client: Any) -> None:
    executor = client.get_executor()
    assert equity(**SAMPLE, executor=executor) == equity(**SAMPLE, threads=1)
    for question in EXACT:
        assert equity(**question, executor=executor) == equity(**question, threads=1)
    grid = handrank.equity_grid("QQ+", board="2c 7d Jh", executor=executor)
    np.testing.assert_array_equal(grid, handrank.equity_grid("QQ+", board="2c 7d Jh", threads=1))
    # It is left running.
    assert executor.submit(abs, -1).result() == 1


def test_sampling_to_an_error_stops_on_a_cluster(client: Any) -> None:
    question = {**SAMPLE, "trials": None, "target_stderr": 4e-4}
    assert equity(**question, executor=client.get_executor()) == equity(**question, threads=1)


def test_a_worker_killed_in_the_middle_loses_nothing(client: Any) -> None:
    # Enough for seconds of work; the kernels are compiled by now or compile meanwhile.
    question = {**SAMPLE, "trials": 30 * CHUNK}
    expected = equity(**question, threads=1)
    pids = client.run(os.getpid)
    results: list[Any] = []

    def work() -> None:
        results.append(equity(**question, executor=client.get_executor()))

    worker = threading.Thread(target=work)
    worker.start()
    deadline = time.monotonic() + 60
    # Once some chunks are done and others are not.
    while not any(client.run(_has_worked).values()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not results
    os.kill(next(iter(pids.values())), signal.SIGKILL)
    worker.join(timeout=120)
    assert results == [expected]


def _has_worked(dask_worker: Any = None) -> bool:
    return len(dask_worker.data) > 0


@pytest.mark.slow
def test_equity_from_the_shell(cluster: Any, client: Any) -> None:
    question = ["equity", *SAMPLE["players"], "--method", "sampled", "--trials", "1e6"]
    question += ["--seed", "1", "--json"]
    alone = subprocess.run([*COMMAND, *question], capture_output=True, text=True, check=True)
    on_cluster = subprocess.run(
        [*COMMAND, *question, "--dask", cluster.scheduler_address],
        capture_output=True,
        text=True,
        check=True,
    )
    assert on_cluster.stdout == alone.stdout


def test_a_scheduler_that_is_not_there() -> None:
    done = subprocess.run(
        [*COMMAND, "equity", "AA", "KK", "--dask", "tcp://127.0.0.1:1"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"},
    )
    assert done.returncode == 2
    assert "cannot reach a Dask scheduler at tcp://127.0.0.1:1" in done.stderr


def test_evaluate_on_dask_arrays(client: Any) -> None:
    da: Any = pytest.importorskip("dask.array")
    cards = handrank.deal(100_000, rng=np.random.default_rng(1))
    hands = da.from_array(cards, chunks=(30_000, 7))
    ranks = hands.map_blocks(
        handrank.evaluate,
        threads=1,
        drop_axis=1,
        dtype=np.uint16,
        meta=np.empty(0, dtype=np.uint16),
    )
    assert ranks.chunks == ((30_000, 30_000, 30_000, 10_000),)
    np.testing.assert_array_equal(ranks.compute(), handrank.evaluate(cards))


def rank_file(source: Path, target: Path, batch_rows: int = 1 << 20) -> int:
    """Copy a Parquet file of a column a card, adding a column of hand ranks."""
    with pq.ParquetFile(source) as file:
        schema = file.schema_arrow.append(pa.field("rank", pa.uint16()))
        with pq.ParquetWriter(target, schema) as writer:
            for batch in file.iter_batches(batch_rows):
                hands = np.stack([batch[name].to_numpy() for name in CARDS], axis=1)
                ranks = pa.array(handrank.evaluate(hands, threads=1))
                writer.write_batch(batch.append_column("rank", ranks))
        return int(file.metadata.num_rows)


def test_parquet_data_sets_by_batches_and_by_dask(client: Any, tmp_path: Path) -> None:
    parts = [tmp_path / f"part-{i}.parquet" for i in range(3)]
    for i, part in enumerate(parts):
        hands = handrank.deal(2_500, rng=np.random.default_rng(i))
        pq.write_table(pa.table(list(hands.T), CARDS), part)
    plain = [tmp_path / f"plain-{part.name}" for part in parts]
    assert (
        sum(rank_file(*files, batch_rows=1000) for files in zip(parts, plain, strict=True)) == 7500
    )
    by_dask = [tmp_path / f"dask-{part.name}" for part in parts]
    # The function is of this module, which workers cannot import: it travels whole.
    cloudpickle: Any = pytest.importorskip("cloudpickle")
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        assert sum(client.gather(client.map(rank_file, parts, by_dask))) == 7500
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    for part, one, other in zip(parts, plain, by_dask, strict=True):
        table = pq.read_table(one)
        assert table.equals(pq.read_table(other))
        hands = np.stack([pq.read_table(part)[name].to_numpy() for name in CARDS], axis=1)
        np.testing.assert_array_equal(table["rank"].to_numpy(), handrank.evaluate(hands))
