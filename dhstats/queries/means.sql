-- reads games
-- For what every game has (scores, turns, changes of the lead$also): the sum over deals of the
-- deal's total, and the sum of its square. A deal is the block: its games share both decks.
-- longer_first: games in which the first player had one turn more than the second.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
blocks AS (
    SELECT
        matchup, deal_id,
        sum(score_first)::BIGINT AS score_first,
        sum(score_second)::BIGINT AS score_second,
        sum(score_first::INT + score_second)::BIGINT AS score_both,
        sum(abs(score_first::INT - score_second))::BIGINT AS gap,
        sum($turns)::BIGINT AS turns,
        sum($longer_first)::BIGINT AS longer_first,
        sum(lead_changes)::BIGINT AS lead_changes$own_totals
    FROM games JOIN arms USING (arm)
    GROUP BY matchup, deal_id
)
SELECT
    matchup,
    count(*) AS deals,
    sum(score_first)::BIGINT AS score_first,
    sum(score_first * score_first)::BIGINT AS score_first_squares,
    sum(score_second)::BIGINT AS score_second,
    sum(score_second * score_second)::BIGINT AS score_second_squares,
    sum(score_both)::BIGINT AS score_both,
    sum(score_both * score_both)::BIGINT AS score_both_squares,
    sum(gap)::BIGINT AS gap,
    sum(gap * gap)::BIGINT AS gap_squares,
    sum(turns)::BIGINT AS turns,
    sum(turns * turns)::BIGINT AS turns_squares,
    sum(longer_first)::BIGINT AS longer_first,
    sum(longer_first * longer_first)::BIGINT AS longer_first_squares,
    sum(lead_changes)::BIGINT AS lead_changes,
    sum(lead_changes * lead_changes)::BIGINT AS lead_changes_squares$own_sums
FROM blocks
GROUP BY matchup
ORDER BY matchup
