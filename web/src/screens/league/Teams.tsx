import { useSignal } from '@preact/signals';

import {
  addEntrant,
  assignPlayer,
  changeEntrant,
  claimPlayer,
  deleteLeague,
  removeEntrant,
  removeLeagueMember,
} from 'pitchkeeper-client';
import type { Entrant, League, LeagueMember, NewEntrant, Schedule } from 'pitchkeeper-client';
import { type Attempt, useAttempt } from '../../fetching';
import { groupName } from '../../league/bracket';
import { groupOf } from '../../league/groups';
import { isOfTeams, isOwner, mayRun, meIn, sideIn } from '../../league/night';
import { memberName, playerName } from '../../league/people';
import { forgetLeague, loadLeague, type LeagueSheet } from '../../leagues';
import { Choices } from '../../parts/Choices';
import { Icon } from '../../parts/Icon';
import { Live } from '../../parts/Live';
import { Screen } from '../../parts/Screen';
import { Sure } from '../../parts/Sure';
import { useTyped } from '../../parts/typed';
import { ForTv } from '../../phones/ForTv';
import { linksOfLeague } from '../../phones/publicLinks';
import { address, leaveFor } from '../../places';
import { answer } from '../../server';
import { say } from '../../wording';
import { LeagueMembers } from './LeagueMembers';
import { LeagueTabs } from './LeagueTabs';
import { NewEntrantForm } from './NewEntrantForm';
import { PasteList } from './PasteList';
import { SignUps } from './SignUps';

/** Who takes part, and with which phone. */
export function Teams({ sheet: { league, schedule } }: { sheet: LeagueSheet }) {
  const { leagueId } = league;
  const { said, attempt: tried } = useAttempt();
  const opened = useSignal<number | undefined>(undefined);
  const own = meIn(league);
  const owns = isOwner(league);
  const runs = mayRun(league);
  const asking = league.members.filter(({ asksFor }) => asksFor !== null);

  const attempt: Attempt = (what) =>
    tried(async () => {
      await what();
      await loadLeague(leagueId).catch(() => undefined);
    });

  async function addAll(entrants: NewEntrant[]): Promise<number> {
    let added = 0;
    await attempt(async () => {
      for (const body of entrants) {
        await answer(addEntrant({ path: { leagueId }, body }));
        added += 1;
      }
    });
    return added;
  }

  async function leave(): Promise<void> {
    if (owns) await answer(deleteLeague({ path: { leagueId } }));
    else if (own) await answer(removeLeagueMember({ path: { leagueId, deviceId: own.deviceId } }));
    leaveFor();
    await forgetLeague(leagueId);
  }

  return (
    <Screen
      class="league columns"
      title={league.name}
      note={league.ruleset.name}
      back={address('league', leagueId)}
      corner={<Live />}
      foot={<LeagueTabs league={league} />}
    >
      {said.value && (
        <p role="alert" class="box">
          {said.value}
        </p>
      )}
      {runs && <Asking league={league} asking={asking} attempt={attempt} />}
      {own?.asksFor && !runs && (
        <p class="wait" role="status">
          {say('waits_for_seat', { name: playerName(league, own.asksFor) })}
        </p>
      )}
      {!own?.playsAs && own && <p class="note">{say('league.tap_your_name')}</p>}
      <ul class="lines">
        {league.entrants.map((entrant) => (
          <li key={entrant.number}>
            <button
              class={own?.playsAs?.entrant === entrant.number ? 'row own' : 'row'}
              aria-expanded={opened.value === entrant.number}
              onClick={() => (opened.value = opened.value === entrant.number ? undefined : entrant.number)}
            >
              <span class="grow">
                <b class="cut">{entrant.name}</b>
                {isTeam(entrant) && <small class="cut">{entrant.players.join(', ')}</small>}
              </span>
              {entrant.untilNight !== null && <small class="note">{say('league.left_out')}</small>}
              <Icon name="more" />
            </button>
            {opened.value === entrant.number && (
              <One league={league} schedule={schedule} entrant={entrant} attempt={attempt} />
            )}
          </li>
        ))}
      </ul>
      <SignUps league={league} attempt={attempt} />
      {runs && (
        <details class="box">
          <summary>{say('league.add')}</summary>
          <NewEntrantForm
            isTeams={isOfTeams(league.format)}
            players={league.format.players ?? 2}
            add={(entrant) => void attempt(() => answer(addEntrant({ path: { leagueId }, body: entrant })))}
          />
        </details>
      )}
      {runs && (
        <PasteList
          isTeams={isOfTeams(league.format)}
          players={league.format.players ?? 2}
          known={league.entrants.map(({ name }) => name)}
          add={addAll}
        />
      )}
      {runs && (
        <>
          <a class="button main" href={address('league', leagueId, 'invite')}>
            <Icon name="phone" />
            {say('bring_in')}
          </a>
          <a class="row box" href={address('league', leagueId, 'plan')}>
            <span class="grow">{say(league.fixtures > 0 ? 'league.plan_again' : 'league.plan')}</span>
            <Icon name="on" />
          </a>
          <ForTv links={linksOfLeague(leagueId)} />
        </>
      )}
      <LeagueMembers league={league} nameOf={(member) => memberName(league, member)} attempt={attempt} />
      {own && (
        <Sure
          label={say(owns ? 'league.delete' : 'league.leave')}
          question={say(owns ? 'delete_table_sure' : 'leave_table_sure')}
          onSure={() => void attempt(leave)}
        />
      )}
    </Screen>
  );
}

const isTeam = ({ name, players }: Entrant) => players.length > 1 || players[0] !== name;

interface AskingProps {
  league: League;
  asking: LeagueMember[];
  attempt: Attempt;
}

/** Phones that say whose they are: the owner says yes. */
function Asking({ league, asking, attempt }: AskingProps) {
  return (
    <ul class="lines">
      {asking.map(({ deviceId, asksFor }) => (
        <li class="row box ask-row" key={deviceId}>
          <span class="grow">
            {say('a_new_phone')}
            <b>{asksFor && say('is_it', { name: playerName(league, asksFor) })}</b>
          </span>
          <button
            class="plain"
            onClick={() =>
              asksFor &&
              void attempt(() =>
                answer(assignPlayer({ path: { leagueId: league.leagueId, ...asksFor }, body: { deviceId } })),
              )
            }
          >
            {say('say_yes')}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface OneProps {
  league: League;
  schedule: Schedule;
  entrant: Entrant;
  attempt: Attempt;
}

/** One who takes part: which of its players one is, and for the owner its names. */
function One({ league, schedule, entrant, attempt }: OneProps) {
  const own = meIn(league);
  const { leagueId } = league;
  const { groups = 1 } = league.format;
  const path = { leagueId, entrant: entrant.number };
  const headers = { 'If-Match': `"${league.version}"` };
  const change = (changed: { name: string; players: string[]; untilNight?: number | null; group?: number }) =>
    void attempt(() =>
      answer(
        changeEntrant({
          path,
          body: { fromNight: entrant.fromNight, untilNight: entrant.untilNight, ...changed },
          headers,
        }),
      ),
    );
  const hasPlayed = schedule.nights.some(({ fixtures }) =>
    fixtures.some((one) => one.reported !== null && sideIn(one, entrant.number) !== undefined),
  );
  const lastNight = Math.max((league.nextNight ?? (league.format.nights ?? 1) + 1) - 1, entrant.fromNight);
  return (
    <div class="box naming">
      {entrant.players.map((name, player) => {
        const isMine = own?.playsAs?.entrant === entrant.number && own.playsAs.player === player;
        return (
          <p class="row" key={player}>
            <span class="grow">{name}</span>
            {isMine ? (
              <small class="note">{say('thats_me')}</small>
            ) : (
              own && (
                <button
                  class="plain"
                  onClick={() => void attempt(() => answer(claimPlayer({ path: { ...path, player } })))}
                >
                  {say('its_me')}
                </button>
              )
            )}
          </p>
        );
      })}
      {mayRun(league) && (
        <>
          <Name
            label={say('name_of_player')}
            value={entrant.name}
            save={(name) => change({ name, players: isTeam(entrant) ? entrant.players : [name] })}
          />
          {isTeam(entrant) &&
            entrant.players.map((player, at) => (
              <Name
                label={say('word.player', { number: at + 1 })}
                value={player}
                save={(name) =>
                  change({
                    name: entrant.name,
                    players: entrant.players.map((one, other) => (other === at ? name : one)),
                  })
                }
              />
            ))}
          {groups > 1 && (
            <Choices
              label={say('league.group_of')}
              chosen={groupOf(entrant, groups)}
              choices={Array.from({ length: groups }, (_, at) => ({ value: at + 1, label: groupName(at + 1) }))}
              onChoose={(group) => change({ name: entrant.name, players: entrant.players, group })}
            />
          )}
          {entrant.untilNight === null ? (
            <Sure
              isMild
              label={say('league.leaves')}
              question={say(hasPlayed ? 'league.leaves_sure' : 'league.removed_sure', {
                name: entrant.name,
                night: lastNight,
              })}
              onSure={() => void attempt(() => answer(removeEntrant({ path, headers })))}
            />
          ) : (
            <button
              class="plain"
              onClick={() => change({ name: entrant.name, players: entrant.players, untilNight: null })}
            >
              {say('league.comes_back')}
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface NameProps {
  label: string;
  value: string;
  save: (name: string) => void;
}

function Name({ label, value, save }: NameProps) {
  const field = useTyped(value, (text) => {
    const name = text.trim();
    if (name && name !== value) save(name);
  });
  return (
    <label class="field">
      <span class="lab">{label}</span>
      <input maxLength={40} autocomplete="off" {...field} />
    </label>
  );
}
