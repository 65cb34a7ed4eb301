"""What stopping does to estimates and intervals, and what the adjustment takes off: rebuilt runs with a known truth.

A row is a stopping rule and a true score; bias and error are in percentage points. Seeded: the same table every time.

    python -m tests.benchmarks.stopped_runs --runs 1500
"""

import argparse

from tests.stats.rebuilt import ROWS, rebuilt, without_bias

HEADER = "truth   deals  sequence      t   raw bias  adjusted  raw error  adjusted  goal"


def main() -> None:
    """The table of all stopping rules and truths."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--runs", type=int, default=1500, help="rebuilt runs a row")
    asked.add_argument("--seed", type=int, default=1, help="of the rebuilt runs")
    given = asked.parse_args()
    print(HEADER)
    for name, (rule, mean) in ROWS.items():
        found = rebuilt(rule, mean, given.seed, given.runs)
        estimates = without_bias(rule, found)
        numbers = [100.0 * found.off(each) for each in (found.estimates, estimates)]
        errors = [100.0 * found.error(each) for each in (found.estimates, estimates)]
        print(
            f"{mean:5.3f} {found.deals.mean():7.0f}    {found.by_sequence:.4f}  {found.by_t:.3f}"
            f"  {numbers[0]:9.3f} {numbers[1]:9.3f}  {errors[0]:9.3f} {errors[1]:9.3f}  {name}"
        )


if __name__ == "__main__":
    main()
