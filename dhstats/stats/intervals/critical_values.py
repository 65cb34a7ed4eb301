"""Critical values and tail areas of the normal, Student and binomial distributions.

They come from scipy.special, which loads in a sixth of a second; scipy.stats would take seconds.
"""

from scipy.special import betainc, ndtr, ndtri, stdtr, stdtrit

from dhstats.stats.intervals.counts import open_share


def normal_quantile(share: float) -> float:
    """The point below which a standard normal variable falls with probability `share`."""
    return float(ndtri(open_share("share", share)))


def normal_share(z: float) -> float:
    """The probability that a standard normal variable falls below z."""
    return float(ndtr(z))


def normal_critical(level: float) -> float:
    """The z that a standard normal variable stays within, on both sides, with probability `level`."""
    return -float(ndtri((1.0 - open_share("level", level)) / 2.0))


def student_critical(level: float, df: int) -> float:
    """The t that a Student variable with `df` degrees of freedom stays within with probability `level`."""
    return -float(stdtrit(df, (1.0 - open_share("level", level)) / 2.0))


def student_tail(t: float, df: int) -> float:
    """The probability that a Student variable with `df` degrees of freedom exceeds t."""
    return float(stdtr(df, -t))


def binomial_at_least(successes: int, n: int, rate: float) -> float:
    """The probability of at least this many successes in n trials, as an incomplete beta function."""
    if successes <= 0:
        return 1.0
    return 0.0 if successes > n else float(betainc(successes, n - successes + 1, rate))


def binomial_at_most(successes: int, n: int, rate: float) -> float:
    """The probability of at most this many successes in n trials, as an incomplete beta function."""
    return binomial_at_least(n - successes, n, 1.0 - rate)
