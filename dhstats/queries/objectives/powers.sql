-- reads games; some games
-- What players with a power had of the wins, in $parts, and how many seats had it: sums over deals, with the squares and
-- products that standard errors of their ratio need. rival '' stands for whoever else plays, seat -1 for any seat.
-- gained and lost: by how much that would be more with one point more for the power at the end, and less with one less.
-- A deal is the block: its games share everything that is dealt. matchup -1 stands for all matchups together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
seated AS ($seated_powers
),
against AS (
    SELECT one.*, other.power AS rival
    FROM seated AS one JOIN seated AS other USING (game_id, field)
    WHERE one.seat <> other.seat
),
told AS (
    SELECT arm, deal_id, field, power, '' AS rival, -1 AS seat, won, raised, lowered FROM seated
    UNION ALL
    SELECT arm, deal_id, field, power, '' AS rival, seat, won, raised, lowered FROM seated
    UNION ALL
    SELECT arm, deal_id, field, power, rival, -1 AS seat, won, raised, lowered FROM against WHERE rival <> power
),
blocks AS (
    SELECT
        matchup, deal_id, field, power, rival, seat,
        count(*) AS seats,
        sum(won)::BIGINT AS won,
        sum(raised - won)::BIGINT AS gained,
        sum(won - lowered)::BIGINT AS lost
    FROM told JOIN arms USING (arm)
    GROUP BY ALL
)
SELECT
    matchup, field, power, rival, seat,
    count(*) AS deals,
    sum(seats)::BIGINT AS seats,
    sum(won)::BIGINT AS won,
    sum(seats * seats)::BIGINT AS seats_squares,
    sum(won * won)::BIGINT AS won_squares,
    sum(seats * won)::BIGINT AS seats_won,
    sum(gained)::BIGINT AS gained,
    sum(gained * gained)::BIGINT AS gained_squares,
    sum(seats * gained)::BIGINT AS seats_gained,
    sum(lost)::BIGINT AS lost,
    sum(lost * lost)::BIGINT AS lost_squares,
    sum(seats * lost)::BIGINT AS seats_lost
FROM blocks
GROUP BY matchup, field, power, rival, seat
ORDER BY matchup, field, power, rival, seat
