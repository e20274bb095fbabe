/** The message of a fault as a sentence of its own. */
export function faultSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
