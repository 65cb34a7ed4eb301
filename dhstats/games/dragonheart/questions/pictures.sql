-- reads moves; sparse
-- Plays of each picture by turn band: how many, with how many cards, for how many points taken, with the sums of
-- squares and products over deals that standard errors need. Turns in which a player had to pass are left out.
-- band: 0 for the turns 1 to 10, 1 for 11 to 20, and so on; 5 from turn 51 on; -1 for the whole game.
-- all_plays: the plays of any picture in the same band of the same deal. picture '' stands for all pictures.
-- matchup -1 stands for all matchups of a deal together.
WITH arms(arm, matchup, member, a_first, a_deck, replicate) AS (VALUES $arms),
plays AS (
    SELECT
        matchup,
        game_id // $games_per_deal AS deal,
        picture,
        least(turn // 10, 5)::INT AS band,
        count(*) AS plays,
        sum(cards)::BIGINT AS cards,
        sum(taken_points)::BIGINT AS points
    FROM moves JOIN arms ON arms.arm = moves.game_id % $games_per_deal
    WHERE picture IS NOT NULL
    GROUP BY ALL
),
pictures AS (
    SELECT
        matchup, deal, picture,
        sum(plays)::BIGINT AS plays, sum(cards)::BIGINT AS cards, sum(points)::BIGINT AS points
    FROM plays
    GROUP BY matchup, deal, picture
),
bands AS (
    SELECT
        matchup, deal, band,
        sum(plays)::BIGINT AS plays, sum(cards)::BIGINT AS cards, sum(points)::BIGINT AS points
    FROM plays
    GROUP BY matchup, deal, band
),
deals AS (
    SELECT
        matchup, deal,
        sum(plays)::BIGINT AS plays, sum(cards)::BIGINT AS cards, sum(points)::BIGINT AS points
    FROM bands
    GROUP BY matchup, deal
),
blocks AS (
    SELECT plays.*, bands.plays AS all_plays FROM plays JOIN bands USING (matchup, deal, band)
    UNION ALL BY NAME
    SELECT pictures.*, -1 AS band, deals.plays AS all_plays FROM pictures JOIN deals USING (matchup, deal)
    UNION ALL BY NAME
    SELECT bands.*, '' AS picture, plays AS all_plays FROM bands
    UNION ALL BY NAME
    SELECT deals.*, '' AS picture, -1 AS band, plays AS all_plays FROM deals
)
SELECT
    matchup, picture, band,
    count(*) AS deals,
    sum(plays)::BIGINT AS plays,
    sum(plays * plays)::BIGINT AS plays_squares,
    sum(cards)::BIGINT AS cards,
    sum(cards * cards)::BIGINT AS cards_squares,
    sum(plays * cards)::BIGINT AS plays_cards,
    sum(points)::BIGINT AS points,
    sum(points * points)::BIGINT AS points_squares,
    sum(plays * points)::BIGINT AS plays_points,
    sum(all_plays * plays)::BIGINT AS all_plays_plays
FROM blocks
GROUP BY matchup, picture, band
ORDER BY matchup, picture, band
