-- reads moves, games; sparse
-- Lairs under attack: how many points of lair attack came into play against each and went again, the most that ever lay
-- there, and what its dragon did against ground cards; with the sums of squares and products over deals.
-- place: the deck whose lair it is, as the rules list them from 0.
-- games: those of a deal, all alike. came, gone: points. most: the most points at any time, added up over games.
-- attacks: cards that this player played at ground cards in play; felled: those that destroyed one.
-- matchup -1: all matchups of a deal together.
-- deals_with_attacks: the deals with any, on which the share of them that destroyed a card rests.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
sieges AS (
    SELECT
        game_id, turn::INT AS turn, mover::INT AS mover, act, outcome,
        list_contains([$grounds], "at") AS at_ground,
        [siege_first_after::INT, siege_second_after, siege_third_after, siege_fourth_after][:$players] AS sieges
    FROM moves
),
begun AS (
    SELECT game_id, turn, at_ground
    FROM sieges
    WHERE act = 'play'
),
changes AS (
    SELECT
        now.game_id, now.mover, now.outcome, now.sieges,
        now.act = 'play' AND now.at_ground AS attack,
        coalesce(earlier.sieges, [0 * siege FOR siege IN now.sieges]) AS before,
        begun.at_ground AS about_ground
    FROM sieges AS now
    ASOF LEFT JOIN begun ON now.game_id = begun.game_id AND now.turn >= begun.turn
    LEFT JOIN sieges AS earlier ON earlier.game_id = now.game_id AND earlier.turn = now.turn - 1
),
lairs AS (
    SELECT
        game_id, mover, attack, unnest(range($players))::INT AS seat,
        unnest(sieges) AS siege,
        unnest(before) AS was,
        coalesce(outcome = 'effect' AND about_ground, false) AND list_sum(sieges) < list_sum(before) AS felled
    FROM changes
),
played AS (
    SELECT
        game_id, seat,
        sum(greatest(0, siege - was))::BIGINT AS came,
        sum(greatest(0, was - siege))::BIGINT AS gone,
        max(siege)::BIGINT AS most,
        count(*) FILTER (attack AND seat = mover) AS attacks,
        count(*) FILTER (felled AND seat = mover) AS felled
    FROM lairs
    GROUP BY game_id, seat
),
blocks AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        ((seat + $layout) % $players)::INT AS place,
        count(*) AS games,
        sum(came)::BIGINT AS came,
        sum(gone)::BIGINT AS gone,
        sum(most)::BIGINT AS most,
        sum(attacks)::BIGINT AS attacks,
        sum(felled)::BIGINT AS felled
    FROM played JOIN games USING (game_id) JOIN arms ON arms.arm = played.game_id % $games_per_deal
    GROUP BY ALL
)
SELECT
    matchup, place,
    count(*) AS deals,
    sum(games)::BIGINT AS games,
    sum(came)::BIGINT AS came,
    sum(came * came)::BIGINT AS came_squares,
    sum(gone)::BIGINT AS gone,
    sum(gone * gone)::BIGINT AS gone_squares,
    sum(most)::BIGINT AS most,
    sum(most * most)::BIGINT AS most_squares,
    count(*) FILTER (attacks > 0) AS deals_with_attacks,
    sum(attacks)::BIGINT AS attacks,
    sum(attacks * attacks)::BIGINT AS attacks_squares,
    sum(felled)::BIGINT AS felled,
    sum(felled * felled)::BIGINT AS felled_squares,
    sum(attacks * felled)::BIGINT AS attacks_felled
FROM blocks
GROUP BY matchup, place
ORDER BY matchup, place
