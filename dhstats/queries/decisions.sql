-- reads moves
-- What there was to decide: decisions, those with one legal move, legal moves, and decisions of others between two of a
-- player's own; sums over deals, with the sums of squares and products that standard errors need.
-- gaps: from a decision to the next one of the same player; waits: what others decided in between. watched: decisions of
-- others after the last one of whoever was done first, beyond one of each.
-- deals_with_gaps: deals in which somebody decided twice. matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
deciders AS (
    SELECT
        game_id, seat,
        count(*) AS decisions,
        count(*) FILTER (legal_moves = 1) AS forced,
        sum(legal_moves)::BIGINT AS options,
        count(*) - 1 AS gaps,
        max(turn)::BIGINT - min(turn) - (count(*) - 1) AS waits,
        max(turn)::BIGINT AS last
    FROM moves
    GROUP BY game_id, seat
),
played AS (
    SELECT
        game_id,
        sum(decisions)::BIGINT AS decisions,
        sum(forced)::BIGINT AS forced,
        sum(options)::BIGINT AS options,
        sum(gaps)::BIGINT AS gaps,
        sum(waits)::BIGINT AS waits,
        least(greatest(max(last) - min(last) - (count(*) - 1), 0), sum(decisions)::BIGINT) AS watched
    FROM deciders
    GROUP BY game_id
),
blocks AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        sum(decisions)::BIGINT AS decisions,
        sum(forced)::BIGINT AS forced,
        sum(options)::BIGINT AS options,
        sum(gaps)::BIGINT AS gaps,
        sum(waits)::BIGINT AS waits,
        sum(watched)::BIGINT AS watched
    FROM played JOIN arms ON arms.arm = played.game_id % $games_per_deal
    GROUP BY matchup, deal
)
SELECT
    matchup,
    count(*) AS deals,
    count(*) FILTER (gaps > 0) AS deals_with_gaps,
    sum(decisions)::BIGINT AS decisions,
    sum(decisions * decisions)::BIGINT AS decisions_squares,
    sum(forced)::BIGINT AS forced,
    sum(forced * forced)::BIGINT AS forced_squares,
    sum(decisions * forced)::BIGINT AS decisions_forced,
    sum(options)::BIGINT AS options,
    sum(options * options)::BIGINT AS options_squares,
    sum(decisions * options)::BIGINT AS decisions_options,
    sum(gaps)::BIGINT AS gaps,
    sum(gaps * gaps)::BIGINT AS gaps_squares,
    sum(waits)::BIGINT AS waits,
    sum(waits * waits)::BIGINT AS waits_squares,
    sum(gaps * waits)::BIGINT AS gaps_waits,
    sum(watched)::BIGINT AS watched,
    sum(watched * watched)::BIGINT AS watched_squares,
    sum(decisions * watched)::BIGINT AS decisions_watched
FROM blocks
GROUP BY matchup
ORDER BY matchup
