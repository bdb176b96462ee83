/** What draws the picture: the graphics card, or a plain canvas. */
export type Drawing = 'webgl' | 'canvas';

/** Names under which browsers do the graphics card's work on the processor. */
const PRETENDED = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/**
 * In which order ways to draw are tried. A graphics card that is only pretended takes about four times as long as a plain canvas
 * (`npm run bench`), so the canvas is asked first there. `?draw=canvas` or `?draw=webgl` in the address decides otherwise.
 */
export function drawings(address = location.search, card = cardName): Drawing[] {
  const wished = new URLSearchParams(address).get('draw');
  if (wished === 'canvas') return ['canvas'];
  if (wished === 'webgl') return ['webgl', 'canvas'];
  return PRETENDED.test(card() ?? '') ? ['canvas'] : ['webgl', 'canvas'];
}

let known: string | null | undefined;

/** What the browser says draws; null where it does not tell or cannot draw in three dimensions. Asked once: a context is dear. */
function cardName(): string | null {
  if (known === undefined) {
    const gl = document.createElement('canvas').getContext('webgl');
    const names = gl?.getExtension('WEBGL_debug_renderer_info') ?? null;
    known = gl === null ? null : String(gl.getParameter(names === null ? gl.RENDERER : names.UNMASKED_RENDERER_WEBGL));
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return known;
}
