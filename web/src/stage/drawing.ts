/** What draws the picture: the graphics card, or a plain canvas. */
export type Drawing = 'webgl' | 'canvas';

/** Graphics cards that are programs. Drawing on a plain canvas is ten times as fast as asking them. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** In which order ways to draw are tried; `?draw=webgl` or `?draw=canvas` in the address decides. */
export function drawings(address = location.search, card = cardName): Drawing[] {
  const wished = new URLSearchParams(address).get('draw');
  if (wished === 'webgl') return ['webgl', 'canvas'];
  if (wished === 'canvas') return ['canvas'];
  const name = card();
  return name === null || SOFTWARE.test(name) ? ['canvas', 'webgl'] : ['webgl', 'canvas'];
}

/** What the browser calls its graphics card; null where there is none. */
function cardName(): string | null {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return null;
  const told = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(told === null ? context.RENDERER : told.UNMASKED_RENDERER_WEBGL));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
