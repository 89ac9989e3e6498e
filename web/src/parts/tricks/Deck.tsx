import type { ComponentChildren } from 'preact';

import type { Card, HandRecord, Match, Rules } from 'pitchkeeper-client';
import { SUITS, everyCard, isJoker, trumpsOf, type Pack } from '../../hand/pack';
import { played, trumpOf } from '../../hand/play';
import { whereIs } from '../../hand/tricks';
import { CardFace, SuitShape, cardName } from '../cards';
import { sideClass } from '../Score';
import { say } from '../../wording';

interface Props {
  match: Match;
  rules: Rules;
  record: HandRecord;
  pack: Pack;
  tap: (card: Card) => void;
  /** What else can be said of a turn where only trumps are played. */
  children: ComponentChildren;
}

/**
 * Every card in its place from the first trick to the last: a band for each suit, so that all of
 * them fit a small phone without scrolling. Where only trumps are played there are no others.
 */
export function Deck(props: Props) {
  const { match, rules, record, pack } = props;
  const trump = trumpOf(record, rules);
  const tricks = played(record, rules, match, pack);
  const trumps = trump ? trumpsOf(rules, pack, trump) : [];
  const cells = (cards: Card[]) =>
    cards.map((card) => {
      const where = whereIs(record, card);
      const seat = where && tricks[where.at]?.order[where.place];
      return <Cell {...props} key={card} card={card} trick={where?.at} seat={seat} isTrump={trumps.includes(card)} />;
    });
  if (trump && rules.follow === 'trumps_only') {
    return (
      <section class="deck only" aria-label={say('cards')}>
        <p class="lab">
          <SuitShape suit={trump} /> {say('trumps')}
        </p>
        <div class="band">{cells(trumps)}</div>
        {props.children}
      </section>
    );
  }
  const all = everyCard(pack);
  return (
    <section class="deck" aria-label={say('cards')}>
      {SUITS.map((suit) => (
        <div class={suit === trump ? 'band trump' : 'band'} role="group" aria-label={say(`word.suit.${suit}`)}>
          {cells(all.filter((card) => !isJoker(card) && card[1] === suit))}
          {suit === 'S' && cells(pack.jokers.slice(0, 1))}
          {suit === 'H' && cells(pack.jokers.slice(1))}
        </div>
      ))}
    </section>
  );
}

interface CellProps extends Omit<Props, 'children'> {
  card: Card;
  /** Where it was played already, and by whom as far as that is known. */
  trick: number | undefined;
  seat: number | undefined;
  isTrump: boolean;
}

function Cell({ match, rules, card, trick, seat, isTrump, tap }: CellProps) {
  const name = cardName(card, rules.jokers === 1);
  const player = seat === undefined ? undefined : match.players[seat];
  const isPlayed = trick !== undefined;
  const look = ['pick', isPlayed ? 'on' : '', player ? sideClass(player.side) : '', isTrump ? 'of-trump' : ''];
  return (
    <button
      class={look.join(' ')}
      aria-label={isPlayed ? say('card_in_trick', { card: name, name: player?.name ?? '', trick: trick + 1 }) : name}
      aria-pressed={isPlayed}
      onClick={() => tap(card)}
    >
      <b class="figure">
        <CardFace card={card} />
      </b>
      {isPlayed && <em>{trick + 1}</em>}
    </button>
  );
}
