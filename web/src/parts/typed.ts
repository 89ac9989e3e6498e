import { useSignal } from '@preact/signals';

type Typing = { currentTarget: HTMLInputElement };

/** A field that keeps what is being typed, however often the screen is drawn before it is told. */
export function useTyped(kept: string, tell: (text: string) => void) {
  const typed = useSignal<string | undefined>(undefined);
  return {
    value: typed.value ?? kept,
    onInput: ({ currentTarget }: Typing) => {
      typed.value = currentTarget.value;
    },
    onChange: ({ currentTarget }: Typing) => {
      const text = currentTarget.value;
      typed.value = undefined;
      tell(text);
    },
  };
}
