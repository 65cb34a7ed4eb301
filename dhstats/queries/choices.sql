-- reads moves; stored
-- What there was to decide in every game: choices, which are decisions with more than one legal move, all decisions,
-- those with one, legal moves; and how often somebody decided again, with the decisions of others in between.
-- A game of which no turn was logged has no row.
WITH deciders AS (
    SELECT
        game_id, seat,
        count(*) AS decisions,
        count(*) FILTER (legal_moves = 1) AS forced,
        sum(legal_moves)::BIGINT AS options,
        count(*) - 1 AS gaps,
        max(turn)::BIGINT - min(turn) - (count(*) - 1) AS waits
    FROM moves
    GROUP BY game_id, seat
)
SELECT
    (game_id // $games_per_deal)::BIGINT AS deal_id,
    (game_id % $games_per_deal)::BIGINT AS arm,
    sum(decisions - forced)::BIGINT AS choices,
    sum(decisions)::BIGINT AS decisions,
    sum(forced)::BIGINT AS forced,
    sum(options)::BIGINT AS options,
    sum(gaps)::BIGINT AS gaps,
    sum(waits)::BIGINT AS waits
FROM deciders
GROUP BY deal_id, arm
ORDER BY deal_id, arm
