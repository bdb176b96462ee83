/** What draws the picture: the graphics card, or a plain canvas. */
export type Drawing = 'webgl' | 'canvas';

/** In which order ways to draw are tried; `?draw=canvas` in the address leaves the graphics card alone. */
export function drawings(address = location.search): Drawing[] {
  return new URLSearchParams(address).get('draw') === 'canvas' ? ['canvas'] : ['webgl', 'canvas'];
}
