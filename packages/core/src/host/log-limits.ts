/** What one run may write to its log. */
export interface LogLimits {
  readonly lines: number;
  readonly characters: number;
}

/**
 * Counts where the lines are written, so that a flood neither fills the worker nor the thread that hears of it. The line
 * that goes beyond the limits is still let through: whoever counts the events sees that there were more.
 */
export class LogAllowance {
  private readonly limits: LogLimits | undefined;
  private lines = 0;
  private characters = 0;

  constructor(limits: LogLimits | undefined) {
    this.limits = limits;
  }

  /** True once there was too much: the run is to be ended. */
  get spent(): boolean {
    const { limits } = this;
    return limits !== undefined && (this.lines > limits.lines || this.characters > limits.characters);
  }

  admit(text: string): boolean {
    if (this.spent) return false;
    this.lines++;
    this.characters += text.length;
    return true;
  }
}
