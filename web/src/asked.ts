/** Keeps the answers to one question in the order in which they were asked for: a late one is passed over. */
export class Asked {
  private begun = 0;
  private kept = 0;

  /** Begins to ask; what comes back tells, once there is an answer, whether that is the newest. */
  begin(): () => boolean {
    const turn = ++this.begun;
    return () => {
      if (turn < this.kept) return false;
      this.kept = turn;
      return true;
    };
  }
}
