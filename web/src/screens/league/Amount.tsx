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
