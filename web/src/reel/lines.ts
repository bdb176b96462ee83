/** Cuts a stream of bytes into lines of text; a character split between two chunks stays whole. */
export class LineCutter {
  private readonly decoder = new TextDecoder();
  private rest = '';

  push(chunk: Uint8Array): string[] {
    return this.cut(this.decoder.decode(chunk, { stream: true }));
  }

  /** What is left when the stream ends: a last line without its newline, if there is one. */
  finish(): string[] {
    const lines = this.cut(this.decoder.decode());
    const last = this.rest.trim();
    this.rest = '';
    return last === '' ? lines : [...lines, last];
  }

  private cut(text: string): string[] {
    if (!text.includes('\n')) {
      this.rest += text;
      return [];
    }
    const parts = (this.rest + text).split('\n');
    this.rest = parts.pop() ?? '';
    return parts.filter((line) => line.trim() !== '');
  }
}
