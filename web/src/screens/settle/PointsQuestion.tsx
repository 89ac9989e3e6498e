import { useSignal } from '@preact/signals';

import { ruleOnHand } from 'pitchkeeper-client';
import type { HandRecord, HandRuling, Match, Rules } from 'pitchkeeper-client';
import { bidLabel } from '../../hand/bids';
import { initials } from '../../hand/initials';
import { listedWhole } from '../../hand/piles';
import { sideOf } from '../../hand/points';
import { callsPartner } from '../../hand/taken';
import { told as laid } from '../../hand/tricks';
import { blank } from '../../opening';
import { Bidding } from '../../parts/Bidding';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { PointLine } from '../../parts/PointLine';
import { sideClass } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Whose } from '../../parts/Whose';
import { presets } from '../../rulesets';
import { say } from '../../wording';
import { Partner } from '../../parts/points/Partner';
import { TookWhat } from '../../parts/points/TookWhat';
import { TrumpChoice } from '../../parts/TrumpChoice';
import { Settled } from '../../parts/Settled';
import { CardsInQuestion } from './CardsInQuestion';
import { RulingView } from '../../parts/RulingView';
import { StillOpen } from './StillOpen';
import { TricksInQuestion } from './TricksInQuestion';
import { useAsking } from './asking';
import { rulesName, table, type Setting } from './setting';
import '../../styles/cards.css';
import '../../styles/question.css';
import '../../styles/points.css';
import '../../styles/tricks.css';

interface Props {
  setting: Setting;
  rules: Rules;
  back: string;
}

const WAYS = ['points', 'cards', 'tricks'] as const;
type Way = (typeof WAYS)[number];

/** "Who gets the points?": a hand that is on no sheet, told as one is entered on one. */
export function PointsQuestion({ setting, rules, back }: Props) {
  const record = useSignal<HandRecord>({});
  const way = useSignal<Way>('points');
  const side = useSignal(0);
  const byCards = way.value === 'cards';
  const byTricks = way.value === 'tricks';
  const { ruling, failed, pending, ask, again } = useAsking<HandRuling>();
  const match = tableWithout(setting, rules);
  const { contract } = record.value;
  const told = ruling.value;

  function change(changed: HandRecord): void {
    again();
    record.value = changed;
  }

  // What a table lists of its piles is all that counts; a trick that is being laid is no fact yet.
  function sent(by: Way, entered: HandRecord): HandRecord {
    if (by === 'cards' && entered.piles?.length) {
      return listedWhole(
        entered,
        rules,
        match,
        match.sides.map(({ side }) => side),
      );
    }
    return by === 'tricks' ? laid(entered) : entered;
  }

  const put = (asked: HandRecord) =>
    void ask(ruleOnHand({ body: { ...table(setting), dealer: setting.dealer, record: asked } }));

  return (
    <Screen
      class={contract && !told ? `settle ${way.value}` : 'settle points'}
      title={say('argue.points')}
      note={rulesName(setting)}
      asks={told ? JSON.stringify(record.value) : contract ? way.value : 'bid'}
      back={back}
      foot={
        (told || contract) && (
          <footer class="foot">
            {failed.value && <p role="alert">{failed.value}</p>}
            {told ? (
              <div class="pair">
                <button class="plain" onClick={again}>
                  {say('change')}
                </button>
                <button class="main short" onClick={() => change({})}>
                  {say('ask_another')}
                </button>
              </div>
            ) : (
              <>
                {byCards && <Whose {...{ match, rules, side }} record={record.value} letters={initials(match)} />}
                <button class="main" disabled={pending.value} onClick={() => put(sent(way.value, record.value))}>
                  {say('argue.points')}
                </button>
              </>
            )}
          </footer>
        )
      }
    >
      {told ? (
        <Told
          {...{ match, rules }}
          record={sent(way.value, record.value)}
          ruling={told}
          choose={(answered) => {
            record.value = answered;
            put(answered);
          }}
        />
      ) : !contract ? (
        <>
          {failed.value && <p role="alert">{failed.value}</p>}
          <Bidding
            match={match}
            rules={rules}
            dealer={setting.dealer}
            won={(pitcher, bid) => {
              side.value = sideOf(match, pitcher);
              change({ ...record.value, contract: { pitcher, bid } });
            }}
            allPassed={() => put({ calls: match.players.map(() => 'pass') })}
          />
        </>
      ) : (
        <>
          <div class="deal box">
            <button
              class={`grow ${sideClass(sideOf(match, contract.pitcher))}`}
              onClick={() => change({ ...record.value, contract: null })}
            >
              <span class="chip">{match.players[contract.pitcher]?.name}</span> {say('bid')}{' '}
              <b class="figure">{bidLabel(contract.bid)}</b>
              <Icon name="edit" />
            </button>
            {(way.value === 'points' || record.value.trump) && (
              <TrumpChoice
                label={say('trump_if_you_like')}
                chosen={record.value.trump}
                choose={(trump) => change({ ...record.value, trump })}
              />
            )}
          </div>
          <Choices
            label={say('told_by')}
            isLabelHidden
            chosen={way.value}
            choices={WAYS.map((value) => ({ value, label: say(`told_by.${value}`) }))}
            onChoose={(chosen) => {
              const { claims: _, piles: __, tricks: ___, ...rest } = record.value;
              change(rest);
              way.value = chosen;
            }}
          />
          {callsPartner(rules, match) && !byTricks && <Partner match={match} record={record.value} change={change} />}
          {byCards ? (
            <CardsInQuestion {...{ setting, match, rules, side, change }} record={record.value} />
          ) : byTricks ? (
            <TricksInQuestion {...{ match, rules, change }} record={record.value} />
          ) : (
            <TookWhat {...{ match, rules, change }} record={record.value} />
          )}
        </>
      )}
    </Screen>
  );
}

interface ToldProps {
  match: Match;
  rules: Rules;
  record: HandRecord;
  ruling: HandRuling;
  choose: (answered: HandRecord) => void;
}

/** Whose every point is, or what is settled either way and the one question that is left. */
function Told({ match, rules, record, ruling, choose }: ToldProps) {
  const { verdict, certainPoints } = ruling;
  return (
    <RulingView ruling={ruling}>
      {verdict.points ? (
        <ol class="lines told">
          {verdict.points.map((point) => (
            <PointLine key={point.point} match={match} point={point} />
          ))}
        </ol>
      ) : (
        <Settled {...{ match, rules, verdict }} certain={certainPoints} />
      )}
      {verdict.status !== 'settled' && <StillOpen {...{ match, rules, record, ruling, choose }} />}
    </RulingView>
  );
}

/** The table of the argument as a sheet without hands: so a hand is told as on any other. */
function tableWithout(setting: Setting, rules: Rules): Match {
  const { ruleset: id, names, sides, dealer } = setting;
  const ruleset = presets.value.find((one) => one.id === id) ?? { id, hash: '', name: '', document: '' };
  const players = names.map((player) => ({ name: player }));
  return blank('', { ruleset: id, players, firstDealer: dealer, ...(sides ? { sides } : {}) }, { ruleset, rules });
}
