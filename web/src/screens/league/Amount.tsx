import { inMinor } from '../../league/night';
import { useTyped } from '../../parts/typed';

interface Props {
  label: string;
  /** In units of which `one` make a whole; 0 is shown as nothing. */
  amount: number;
  one: number;
  change: (amount: number) => void;
}

/** A field for an amount of money, or of a hundred. */
export function Amount({ label, amount, one, change }: Props) {
  const field = useTyped(amount > 0 ? String(amount / one) : '', (text) => change(inMinor(text, one)));
  return (
    <label class="field">
      <span class="lab">{label}</span>
      <input inputMode="decimal" {...field} />
    </label>
  );
}

interface OptionalProps {
  label: string;
  /** What is meant by an empty field. */
  otherwise: string;
  amount: number | null | undefined;
  one: number;
  change: (amount: number | null) => void;
}

/** A field for an amount that may be left out, which is not the same as 0. */
export function OptionalAmount({ label, otherwise, amount, one, change }: OptionalProps) {
  const field = useTyped(amount == null ? '' : String(amount / one), (text) =>
    change(text.trim() === '' ? null : inMinor(text, one)),
  );
  return (
    <label class="field">
      <span class="lab">{label}</span>
      <input inputMode="decimal" placeholder={otherwise} {...field} />
    </label>
  );
}
