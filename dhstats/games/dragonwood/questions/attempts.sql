-- reads moves, games; sparse
-- Attempts to capture a card: how many, with how many cards shown and lost, how many captured it, for how many points;
-- with the sums of squares and products over deals that standard errors need.
-- target '' stands for all cards, way '' for all ways, phase -1 for the whole game: there are rows by target, by way, by
-- way and phase, by target and way, by phase, and for everything. matchup -1: all matchups of a deal together.
-- phase: the quarter of the game's decisions, 0 to 3.
-- all_attempts: attempts in any way, at the same target where a row has both, in the same phase of the same deal.
-- spent: the cards of a success, and the wounds of a failure (with the cards of a failed spell, if rules say so). Where a
-- failure costs the whole hand no choice is logged, and the cards shown count. hunted: spent on creatures.
-- part: -1 for all deals; creatures also have a row for each hundredth of the run, 0 to 99, to which a deal's number is
-- thrown: what the parts differ by tells how well something is known that is computed from all creatures together.
-- deals_with_captures, deals_with_hunted: the deals with any, on which what is said a capture or a card spent rests.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
later AS (  -- an attempt that may roll a die again is decided in the row that follows it
    SELECT game_id, turn::INT - 1 AS turn, captured, points
    FROM moves
    WHERE act IN ('keep', 'reroll')
),
wounds AS (
    SELECT game_id, mover, own_turn, count(*) AS lost
    FROM moves
    WHERE act = 'discard' AND seat = mover
    GROUP BY ALL
),
attempts AS (
    SELECT
        moves.game_id, target,
        act AS way,
        (4 * turn::INT // games.turns)::INT AS phase,
        bit_count(cards)::INT AS cards,
        moves.captured OR coalesce(later.captured, false) AS success,
        moves.points + coalesce(later.points, 0) AS points,
        CASE
            WHEN success THEN bit_count(cards)::INT
            WHEN act = 'spell' AND $spell_spends THEN bit_count(cards)::INT + coalesce(lost, 0)
            ELSE coalesce(lost, least(bit_count(cards)::INT, $wounds))
        END AS spent
    FROM moves JOIN games USING (game_id)
    LEFT JOIN later USING (game_id, turn) LEFT JOIN wounds USING (game_id, mover, own_turn)
    WHERE act IN ('strike', 'stomp', 'scream', 'spell')
),
plays AS (
    SELECT
        matchup, target, way, phase,
        game_id // $games_per_deal AS deal,
        count(*) AS attempts,
        count(*) FILTER (success) AS captures,
        sum(cards)::BIGINT AS cards,
        sum(spent)::BIGINT AS spent,
        coalesce(sum(spent) FILTER (target IN ($creatures)), 0)::BIGINT AS hunted,
        sum(points)::BIGINT AS points
    FROM attempts JOIN arms ON arms.arm = attempts.game_id % $games_per_deal
    GROUP BY ALL
),
deals AS (
    SELECT
        matchup, deal,
        coalesce(target, '') AS target,
        coalesce(way, '') AS way,
        coalesce(phase, -1) AS phase,
        sum(attempts)::BIGINT AS attempts,
        sum(captures)::BIGINT AS captures,
        sum(cards)::BIGINT AS cards,
        sum(spent)::BIGINT AS spent,
        sum(hunted)::BIGINT AS hunted,
        sum(points)::BIGINT AS points
    FROM plays
    GROUP BY GROUPING SETS (
        (matchup, deal, target), (matchup, deal, way), (matchup, deal, way, phase), (matchup, deal, target, way),
        (matchup, deal, phase), (matchup, deal)
    )
),
blocks AS (
    SELECT deals.*, -1 AS part, every.attempts AS all_attempts
    FROM deals JOIN deals AS every ON
        every.matchup = deals.matchup AND every.deal = deals.deal AND every.phase = deals.phase AND every.way = ''
        AND every.target = CASE WHEN deals.way = '' THEN '' ELSE deals.target END
    UNION ALL
    SELECT deals.*, (deal % 1000003 * 48271 % 1000003 % 100)::INT, 0
    FROM deals
    WHERE way = '' AND phase = -1 AND target IN ($creatures)
)
SELECT
    matchup, target, way, phase, part,
    count(*) AS deals,
    sum(attempts)::BIGINT AS attempts,
    sum(attempts * attempts)::BIGINT AS attempts_squares,
    sum(all_attempts * attempts)::BIGINT AS all_attempts_attempts,
    count(*) FILTER (captures > 0) AS deals_with_captures,
    sum(captures)::BIGINT AS captures,
    sum(captures * captures)::BIGINT AS captures_squares,
    sum(attempts * captures)::BIGINT AS attempts_captures,
    sum(cards)::BIGINT AS cards,
    sum(cards * cards)::BIGINT AS cards_squares,
    sum(attempts * cards)::BIGINT AS attempts_cards,
    sum(spent)::BIGINT AS spent,
    sum(spent * spent)::BIGINT AS spent_squares,
    sum(captures * spent)::BIGINT AS captures_spent,
    count(*) FILTER (hunted > 0) AS deals_with_hunted,
    sum(hunted)::BIGINT AS hunted,
    sum(hunted * hunted)::BIGINT AS hunted_squares,
    sum(points)::BIGINT AS points,
    sum(points * points)::BIGINT AS points_squares,
    sum(attempts * points)::BIGINT AS attempts_points,
    sum(hunted * points)::BIGINT AS hunted_points
FROM blocks
GROUP BY matchup, target, way, phase, part
ORDER BY matchup, target, way, phase, part
