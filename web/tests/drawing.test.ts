import { expect, test } from 'vitest';

import { drawings } from '../src/stage/drawing';

test('a plain canvas draws where there is no WebGL, or where the address asks for it', () => {
  expect(drawings('')).toEqual(['webgl', 'canvas']);
  expect(drawings('?draw=canvas')).toEqual(['canvas']);
});
