-- reads moves; stored
-- How often there was something to choose in every game: rows of the moves table with more than one legal move.
-- A game of which no turn was logged has no row.
SELECT
    (game_id // $games_per_deal)::BIGINT AS deal_id,
    (game_id % $games_per_deal)::BIGINT AS arm,
    count(*) FILTER (legal_moves > 1)::BIGINT AS choices
FROM moves
GROUP BY deal_id, arm
ORDER BY deal_id, arm
