"""`dhstats certify`: a balance certificate of a run, as a file and as a page."""

from pathlib import Path

from dhstats.cli.answers.publishing import show
from dhstats.cli.options.numbers import path
from dhstats.cli.options.parameters import Json, RunFolder, option
from dhstats.cli.terminal.console import check_targets, page_of, write_text


def command(
    folder: RunFolder,
    margin: str | None = option(
        None, "The margin that counts as balanced, such as 0.5pp (default: that of the run's --until, else 0.5pp)."
    ),
    alpha: float = option(0.05, "The chance of a false verdict."),
    page: Path | None = option(None, "The page (default: reports/NAME-certificate.html).", "-o", "--page", parser=path),
    certificate: Path | None = option(
        None, "The certificate's file (default: next to the page, as .json).", parser=path
    ),
    json_target: Json = None,
) -> None:
    """Certify whether a run proves that the first player's score is balanced, or every seat's among more than two.

    `dhstats verify FILE` plays the deals again and says whether the certificate is correct.

    Examples:

      dhstats simulate --until "proved balanced within 1pp" --moves none --seed 1 --out data/mirror
      dhstats certify data/mirror
      dhstats verify reports/mirror-certificate.json
    """
    from dhstats.questions.certificates.certificate import certify
    from dhstats.questions.certificates.words import answer
    from dhstats.questions.shared.metrics import asked
    from dhstats.report.page.provenance import command as rerun
    from dhstats.report.pages.writing import write_answers
    from dhstats.simulate.checks.shard import open_checked

    run = open_checked(folder)
    least = None if margin is None else asked("score", margin).margin
    verdict = certify(run, rerun(run.manifest), least, alpha)
    shown = answer(run, verdict)
    page = page or page_of(run.folder, "-certificate")
    certificate = certificate or page.with_suffix(".json")
    check_targets(page, certificate, json_target)
    report = write_answers(run, (shown,), page)
    write_text(str(certificate), verdict.text())
    last = (f"certificate: {certificate}", f"report: {page}")
    show(report, (finding.text for finding in shown.findings), json_target, *last)
