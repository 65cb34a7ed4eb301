-- reads moves, games; sparse; some games
-- Where points come from: the points that players took from each source, and how often the player who took more from it
-- than any other won, with the sums of squares and products over deals that standard errors need.
-- source: what the points were taken with or for; 'late' for those of the final count alone, '' for all together.
-- apart: games in which one player took more than any other; wins: those of them that this player won alone.
-- deals: how many deals have points from the source. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
piles AS (
    SELECT game_id, source::VARCHAR AS source, taker::INT AS taker, sum(gain)::BIGINT AS points
    FROM ($gains)
    WHERE gain > 0 AND source IS NOT NULL
    GROUP BY ALL
),
taken AS (
    SELECT game_id, taker, sum(points)::BIGINT AS points
    FROM piles
    GROUP BY game_id, taker
),
finals AS (
    SELECT game_id, unnest(range($players))::INT AS taker, unnest($final_scores) AS score
    FROM games JOIN (SELECT DISTINCT game_id FROM moves) USING (game_id)
),
gains AS (
    SELECT game_id, source, taker, points FROM piles
    UNION ALL
    SELECT game_id, '', taker, greatest(score, coalesce(points, 0)) FROM finals LEFT JOIN taken USING (game_id, taker)
    UNION ALL
    SELECT game_id, 'late', taker, score - coalesce(points, 0)
    FROM finals LEFT JOIN taken USING (game_id, taker)
    WHERE score > coalesce(points, 0)
),
richest AS (
    SELECT
        game_id, source,
        sum(points)::BIGINT AS points,
        max_by(taker, points) AS taker,
        max(points, 2)[1] > coalesce(max(points, 2)[2], 0) AS apart
    FROM gains
    GROUP BY game_id, source
),
blocks AS (
    SELECT
        matchup, source, deal_id,
        sum(points)::BIGINT AS points,
        count(*) FILTER (apart) AS apart,
        count(*) FILTER (apart AND winner = taker) AS wins
    FROM richest JOIN games USING (game_id) JOIN arms ON arms.arm = games.arm
    GROUP BY matchup, source, deal_id
)
SELECT
    matchup, source,
    count(*) AS deals,
    sum(blocks.points)::BIGINT AS points,
    sum(blocks.points * blocks.points)::BIGINT AS points_squares,
    sum(every.points * blocks.points)::BIGINT AS all_points_points,
    count(*) FILTER (blocks.apart > 0) AS deals_with_apart,
    sum(blocks.apart)::BIGINT AS apart,
    sum(blocks.apart * blocks.apart)::BIGINT AS apart_squares,
    sum(blocks.wins)::BIGINT AS wins,
    sum(blocks.wins * blocks.wins)::BIGINT AS wins_squares,
    sum(blocks.apart * blocks.wins)::BIGINT AS apart_wins
FROM blocks JOIN (SELECT matchup, deal_id, points FROM blocks WHERE source = '') AS every USING (matchup, deal_id)
GROUP BY matchup, source
ORDER BY matchup, source
