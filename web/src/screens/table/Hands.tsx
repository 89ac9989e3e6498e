import '../../styles/people.css';

import { useSignal } from '@preact/signals';

import { getMatchMessage, renameMatch } from 'pitchkeeper-client';
import type { Match, SheetLine, Standing } from 'pitchkeeper-client';
import { useFetched } from '../../fetching';
import { bidLabel } from '../../hand/bids';
import { keep, load, sheets } from '../../matches';
import { LinkRow } from '../../parts/LinkRow';
import { MOST_HALVES, gained, plain } from '../../parts/Score';
import { Screen } from '../../parts/Screen';
import { Tabs } from '../../parts/Tabs';
import { TakeAway } from '../../parts/TakeAway';
import { useTyped } from '../../parts/typed';
import { loadMembers, me, nameOf } from '../../people';
import { address } from '../../places';
import { answer, words } from '../../server';
import { matchFile, scorePicture, scoreSheet } from '../../sharing';
import { say } from '../../wording';
import { adjustmentText } from '../../parts/outside';

/** Every hand of the match, and the sheet to take away. */
export function Hands({ matchId }: { matchId: string }) {
  const match = sheets.value[matchId];
  useFetched(() => load(matchId), [matchId]);
  useFetched(() => loadMembers(matchId), [matchId]);
  return (
    <Screen
      class="columns"
      title={say('tab.hands')}
      note={match?.name ?? match?.sides.map(({ name }) => name).join(` ${say('versus')} `)}
      back={address('m', matchId)}
      foot={<Tabs matchId={matchId} />}
    >
      {match?.lines.length === 0 && <p>{say('no_hands')}</p>}
      {match && (
        <ol class="lines">
          <Outside match={match} after={0} />
          {match.lines.map((line) => (
            <li key={line.number}>
              <Line match={match} line={line} />
              <Outside match={match} after={line.number} />
            </li>
          ))}
        </ol>
      )}
      {match && <Share match={match} />}
      {match && me(matchId)?.role !== 'viewer' && <Named match={match} />}
      <nav class="lines" aria-label={say('more')}>
        <LinkRow to={address('m', matchId, 'penalties')} label={say('penalty.title')} />
        <LinkRow to={address('m', matchId, 'journal')} label={say('journal')} />
        {me(matchId)?.role === 'owner' && <LinkRow to={address('m', matchId, 'rules')} label={say('change_rules')} />}
        <LinkRow to={address('earlier')} label={say('earlier')} />
      </nav>
    </Screen>
  );
}

// A hand that is not settled has paid nothing yet, which is not the same as nothing.
const COUNTED: ReadonlySet<Standing> = new Set(['scored', 'overruled']);

function Line({ match, line }: { match: Match; line: SheetLine }) {
  const bid =
    line.pitcher !== null && line.bid !== null
      ? say(line.made === null ? 'name_bid' : line.made ? 'bid_made' : 'bid_set', {
          name: nameOf(match, line.pitcher),
          bid: bidLabel(line.bid),
        })
      : say(`standing.${line.standing}`);
  const isMany = match.sides.length > MOST_HALVES;
  return (
    <a class="row" href={address('m', match.matchId, 'hand', line.number)}>
      <span class="grow">
        <span class="lab">{say('hand_number', { hand: line.number })}</span>
        <br />
        {bid}
        {isMany && (
          <small class="note">
            {match.sides.map(({ side, name }) => `${name} ${plain(line.scores[side] ?? 0)}`).join(' · ')}
          </small>
        )}
        <Marks match={match} line={line} />
      </span>
      <span>{COUNTED.has(line.standing) && gained(match, line)}</span>
      {!isMany && <span class="figure">{line.scores.map(plain).join(' : ')}</span>}
    </a>
  );
}

/** The points that were given or taken outside play once a hand was over; 0 is before the first. */
function Outside({ match, after }: { match: Match; after: number }) {
  return (
    <>
      {match.adjustments
        .filter(({ afterHand }) => afterHand === after)
        .map((adjustment) => (
          <a class="row outside" href={address('m', match.matchId, 'penalties')} key={`outside ${adjustment.number}`}>
            {adjustment.cancelled ? (
              <s class="grow">{adjustmentText(match, adjustment)}</s>
            ) : (
              <span class="grow">{adjustmentText(match, adjustment)}</span>
            )}
          </a>
        ))}
    </>
  );
}

/** What is not as it should be about a hand, in words. */
function Marks({ match, line }: { match: Match; line: SheetLine }) {
  const marks = [
    { code: 'mark.open', is: line.standing === 'open' },
    { code: 'mark.impossible', is: line.standing === 'impossible' },
    { code: 'mark.unproven', is: !line.isProven },
    { code: 'mark.disputed', is: line.agreement === 'disputed' },
    { code: 'mark.overruled', is: line.standing === 'overruled' },
    {
      code: 'mark.waiting',
      is: line.agreement === 'waiting' && match.unconfirmed.includes(line.number),
    },
  ].filter(({ is }) => is);
  if (marks.length === 0) return null;
  return (
    <span class="marks">
      {marks.map(({ code }) => (
        <span class={code === 'mark.disputed' ? 'mark bad' : 'mark'}>{say(code)}</span>
      ))}
    </span>
  );
}

/** What the table is called, by which it is found among earlier ones. */
function Named({ match }: { match: Match }) {
  const said = useSignal('');
  const field = useTyped(match.name ?? '', (text) => void rename(text.trim()));

  async function rename(name: string): Promise<void> {
    try {
      await keep(await answer(renameMatch({ path: { matchId: match.matchId }, body: { name: name || null } })));
      said.value = '';
    } catch (error) {
      said.value = words(error);
    }
  }

  return (
    <label class="field">
      <span class="lab">{say('table_name')}</span>
      <input maxLength={40} autocomplete="off" autocapitalize="words" placeholder={say('table_name_how')} {...field} />
      {said.value && <span role="alert">{said.value}</span>}
    </label>
  );
}

function Share({ match }: { match: Match }) {
  const message = () => answer(getMatchMessage({ path: { matchId: match.matchId } }));
  return (
    <>
      <TakeAway
        files={[
          [say('sheet.picture'), () => scorePicture(match, 'square')],
          [say('sheet.picture_wide'), () => scorePicture(match, 'wide')],
          [say('sheet.message'), message],
          [say('sheet.pdf'), () => scoreSheet(match)],
        ]}
      />
      <TakeAway title={say('sheet.take_along')} files={[[say('sheet.file'), () => matchFile(match)]]} />
    </>
  );
}
