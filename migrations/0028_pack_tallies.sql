-- A page of statistics adds up thousands of tallies, and PostgreSQL adds numbers faster than JSON.

-- So all of a tally is one number as well, in which each counter has twelve digits of its own: the sum
-- of such numbers has the sums of all counters. Where a counter stands never changes; a new one comes
-- last.
CREATE FUNCTION packed_tally(counted json) RETURNS numeric
LANGUAGE sql IMMUTABLE AS $$
SELECT coalesce(sum((
    c.value || repeat('000000000000', array_position(string_to_array(replace('
wins,losses,hands,score,steals,pitched_hands,partnered_hands,defended_hands,pitched_score,
partnered_score,defended_score,pitched_points,partnered_points,defended_points,pitched_high,
partnered_high,defended_high,pitched_low,partnered_low,defended_low,pitched_jack,
partnered_jack,defended_jack,pitched_game,partnered_game,defended_game,made_one,set_one,
made_two,set_two,made_three,set_three,made_four,set_four,made_smudge,set_smudge,made_pitch,
set_pitch,made_moon,set_moon,pitched_off_jack,partnered_off_jack,defended_off_jack,
pitched_joker,partnered_joker,defended_joker,pitched_high_joker,partnered_high_joker,
defended_high_joker,pitched_low_joker,partnered_low_joker,defended_low_joker,
pitched_last_trick,partnered_last_trick,defended_last_trick,pitched_high_spade,
partnered_high_spade,defended_high_spade,pitched_ace,partnered_ace,defended_ace,
pitched_off_ace,partnered_off_ace,defended_off_ace,pitched_king,partnered_king,
defended_king,pitched_off_king,partnered_off_king,defended_off_king,pitched_ten,
partnered_ten,defended_ten,pitched_nine,partnered_nine,defended_nine,pitched_off_nine,
partnered_off_nine,defended_off_nine,pitched_five,partnered_five,defended_five,
pitched_off_five,partnered_off_five,defended_off_five,pitched_three,partnered_three,
defended_three,pitched_off_three,partnered_off_three,defended_off_three,pitched_two,
partnered_two,defended_two,made_5,set_5,made_6,set_6,made_7,set_7,made_8,set_8,made_9,set_9,
made_10,set_10,made_11,set_11,made_12,set_12,made_13,set_13,made_14,set_14,made_15,set_15,
made_16,set_16,made_17,set_17,made_18,set_18,made_19,set_19,made_20,set_20,made_21,set_21,
made_22,set_22,made_23,set_23,made_24,set_24,made_25,set_25,made_26,set_26,made_27,set_27,
made_28,set_28,made_29,set_29,made_30,set_30,made_31,set_31,made_32,set_32,made_33,set_33,
made_34,set_34,made_35,set_35,made_36,set_36,made_37,set_37,made_38,set_38,made_39,set_39,
made_40,set_40,made_41,set_41,made_42,set_42,made_43,set_43,made_44,set_44,made_45,set_45,
made_46,set_46,made_47,set_47,made_48,set_48,made_49,set_49,made_50,set_50,made_51,set_51,
made_52,set_52,made_53,set_53,made_54,set_54,made_55,set_55,made_56,set_56,made_57,set_57,
made_58,set_58,made_59,set_59,made_60,set_60,made_61,set_61,made_62,set_62,made_63,set_63,
made_64,set_64,made_65,set_65,made_66,set_66,made_67,set_67,made_68,set_68,made_69,set_69,
made_70,set_70,made_71,set_71,made_72,set_72,made_73,set_73,made_74,set_74,made_75,set_75,
made_76,set_76,made_77,set_77,made_78,set_78,made_79,set_79,made_80,set_80,made_81,set_81,
made_82,set_82,made_83,set_83,made_84,set_84,made_85,set_85,made_86,set_86,made_87,set_87,
made_88,set_88,made_89,set_89,made_90,set_90,made_91,set_91,made_92,set_92,made_93,set_93,
made_94,set_94,made_95,set_95,made_96,set_96,made_97,set_97,made_98,set_98,made_99,set_99,
made_100,set_100
', E'\n', ''), ','), c.key) - 1)
)::numeric), 0)
FROM json_each_text(counted) AS c
$$;

ALTER TABLE tallies
    ADD COLUMN packed numeric NOT NULL GENERATED ALWAYS AS (packed_tally(counted)) STORED;
