-- reads moves, games; sparse
-- Deals by in how many of their games an enhancement was captured, and how its captor fared, with the sums of squares
-- over deals that standard errors need; turn is the captor's own, counted from 1. used: games in which they put it to use
-- in an attempt, which is logged of those alone that a player may keep back.
-- games counts the games of a deal of that kind (never 0), deals the deals with so many.
-- target '' is not a card: there it is the player who captured more enhancements than any other (turn and used are 0).
-- margin: the player's score less the best score of another. matchup -1: all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
caught AS (
    SELECT game_id, mover, target::VARCHAR AS target, own_turn + 1 AS turn
    FROM moves
    WHERE captured AND target IN ($enhancements)
),
holders AS (
    SELECT game_id, mover, count(*) AS cards
    FROM caught
    GROUP BY ALL
),
helped AS (
    SELECT DISTINCT game_id, mover, [$enhancements][place] AS target
    FROM (SELECT game_id, mover, used, unnest(range(1, len([$enhancements]) + 1)) AS place FROM moves WHERE used > 0)
    WHERE used::BIGINT >> (place - 1) & 1 = 1
),
roles AS (
    SELECT game_id, mover, target, turn, helped.game_id IS NOT NULL AS used
    FROM caught LEFT JOIN helped USING (game_id, mover, target)
    UNION ALL
    SELECT game_id, max_by(mover, cards), '', 0, false
    FROM holders
    GROUP BY game_id
    HAVING max(cards, 2)[1] > coalesce(max(cards, 2)[2], 0)
),
ended AS (
    SELECT
        game_id, winner,
        [score_first::INT, score_second, nullif(score_third, -1), nullif(score_fourth, -1)] AS scores
    FROM games
),
played AS (
    SELECT
        matchup, target, turn, used,
        game_id // $games_per_deal AS deal,
        winner = mover AS won,
        scores[mover + 1] - list_max(scores[1:mover] || scores[mover + 2:$players]) AS margin
    FROM roles JOIN ended USING (game_id) JOIN arms ON arms.arm = roles.game_id % $games_per_deal
),
blocks AS (
    SELECT
        matchup, deal, target,
        count(*) AS games,
        count(*) FILTER (won) AS wins,
        count(*) FILTER (used) AS used,
        sum(margin)::BIGINT AS margin,
        sum(turn)::BIGINT AS turn
    FROM played
    GROUP BY matchup, deal, target
)
SELECT
    matchup, target, games,
    count(*) AS deals,
    sum(wins)::BIGINT AS wins,
    sum(wins * wins)::BIGINT AS wins_squares,
    sum(margin)::BIGINT AS margin,
    sum(margin * margin)::BIGINT AS margin_squares,
    sum(turn)::BIGINT AS turn,
    sum(turn * turn)::BIGINT AS turn_squares,
    sum(used)::BIGINT AS used,
    sum(used * used)::BIGINT AS used_squares
FROM blocks
GROUP BY matchup, target, games
ORDER BY matchup, target, games
