/** Return a function that ignores calls while one is under way: a second tap is no second wish. */
export function once<T extends unknown[]>(action: (...args: T) => Promise<void>): (...args: T) => Promise<void> {
  let isUnderWay = false;
  return async (...args) => {
    if (isUnderWay) return;
    isUnderWay = true;
    try {
      await action(...args);
    } finally {
      isUnderWay = false;
    }
  };
}
