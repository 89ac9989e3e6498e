import type { Options, Rules } from 'pitchkeeper-client';

/** An option that houses change: its choices, and the clause of the rulebook that says it. */
export interface HouseOption {
  name: string;
  topic: string;
  choices: readonly string[];
  chosen: (rules: Rules) => string;
  /** What of the preset the choice stands for; none that it has not already. */
  options: (choice: string, preset: Rules) => Options;
}

const yes = (is: boolean) => (is ? 'yes' : 'no');

const STEAL: HouseOption = {
  name: 'steal',
  topic: 'bid.steal',
  choices: ['yes', 'no'],
  chosen: ({ dealerMatches }) => yes(dealerMatches.length > 0),
  options: (choice, { dealerMatches, bids }) => ({
    dealerMatches: choice === 'no' ? [] : dealerMatches.length > 0 ? dealerMatches : bids,
  }),
};

/** The options that tables argue about, in the order of a hand. */
export const HOUSE_OPTIONS: readonly HouseOption[] = [
  {
    name: 'target',
    topic: 'win.target',
    choices: ['7', '11', '15', '21'],
    chosen: ({ target }) => String(target ?? ''),
    options: (choice) => ({ target: Number(choice) }),
  },
  STEAL,
  {
    name: 'dealer_raise',
    topic: 'bid.overcall',
    choices: ['yes', 'no'],
    chosen: ({ dealerMayRaise }) => yes(dealerMayRaise),
    options: (choice) => ({ dealerMayRaise: choice === 'yes' }),
  },
  {
    name: 'all_pass',
    topic: 'bid.allpass',
    choices: ['forced', 'redeal_next_dealer', 'redeal_same_dealer', 'dealer_set', 'dealer_free'],
    chosen: ({ allPass }) => allPass,
    options: (choice) => ({ allPass: choice as NonNullable<Options['allPass']> }),
  },
  {
    name: 'slam',
    topic: 'slam.made',
    choices: ['none', 'smudge', 'moon'],
    chosen: ({ slam }) => slam,
    options: (choice) => ({ slam: choice as NonNullable<Options['slam']> }),
  },
  {
    name: 'low',
    topic: 'score.low',
    choices: ['captured', 'dealt'],
    chosen: ({ low }) => low,
    options: (choice) => ({ low: choice as NonNullable<Options['low']> }),
  },
  {
    name: 'game_tie',
    topic: 'score.tie',
    choices: ['nobody', 'pitching_side', 'other_side', 'dealer'],
    chosen: ({ gameTie }) => gameTie,
    options: (choice) => ({ gameTie: choice as NonNullable<Options['gameTie']> }),
  },
  {
    name: 'below_zero',
    topic: 'score.negative',
    choices: ['yes', 'no'],
    chosen: ({ negativeScores }) => yes(negativeScores),
    options: (choice) => ({ negativeScores: choice === 'yes' }),
  },
  {
    name: 'going_out',
    topic: 'win.out',
    choices: ['pitcher_made_first', 'pitcher_made_only', 'pitcher_only', 'anyone'],
    chosen: ({ goingOut }) => goingOut,
    options: (choice) => ({ goingOut: choice as NonNullable<Options['goingOut']> }),
  },
];

/** What of the rules is not as the preset has it: what a house rule set was made with. */
export function changed(rules: Rules, preset: Rules): Options {
  const had = new Map<string, string>(Object.entries(preset).map(([option, value]) => [option, JSON.stringify(value)]));
  const own = Object.entries(rules).filter(
    ([option, value]) => value !== null && had.get(option) !== JSON.stringify(value),
  );
  return Object.fromEntries(own) as Options;
}
