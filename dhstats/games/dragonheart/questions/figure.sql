-- reads games
-- Deals by in how many of their games a player holds the Great Dragon at the end, or claimed it first; and how that
-- player fared, with the sums of squares over deals that standard errors need.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- role: holder, claimer, no_holder, no_claimer. seat: 0 first player, 1 second, -1 nobody, -2 either of them.
-- Players alternate, so the number of the turn tells whose it was. matchup -1: all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
roles AS (
    SELECT
        deal_id, arm, winner, score_first, score_second,
        CASE WHEN figure >= 0 THEN 'holder' ELSE 'no_holder' END AS role,
        figure::INT AS seat
    FROM games
    UNION ALL
    SELECT
        deal_id, arm, winner, score_first, score_second,
        CASE WHEN first_claim_turn >= 0 THEN 'claimer' ELSE 'no_claimer' END,
        CASE WHEN first_claim_turn >= 0 THEN first_claim_turn::INT % 2 ELSE -1 END
    FROM games
),
played AS (
    SELECT
        matchup, deal_id, role, seat,
        (seat >= 0 AND winner = seat)::INT AS won,
        CASE seat WHEN 0 THEN 1 WHEN 1 THEN -1 ELSE 0 END * (score_first::INT - score_second) AS margin
    FROM roles JOIN arms USING (arm)
),
blocks AS (
    SELECT
        matchup, deal_id, role,
        coalesce(seat, -2) AS seat,
        count(*) AS games,
        sum(won)::BIGINT AS wins,
        sum(margin)::BIGINT AS margin
    FROM played
    GROUP BY GROUPING SETS ((matchup, deal_id, role, seat), (matchup, deal_id, role))
)
SELECT
    matchup, role, seat, games,
    count(*) AS deals,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares
FROM blocks
GROUP BY matchup, role, seat, games
ORDER BY matchup, role, seat, games
