import { expect, test } from 'vitest';

import { drawings } from '../src/stage/drawing';

const CARD = 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)';
const SWIFT = 'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)';

test('a plain canvas draws where there is no WebGL, or where the address asks for it', () => {
  expect(drawings('', () => CARD)).toEqual(['webgl', 'canvas']);
  expect(drawings('', () => null)).toEqual(['webgl', 'canvas']);
  expect(drawings('?draw=canvas', () => CARD)).toEqual(['canvas']);
});

test('a plain canvas draws where the processor would do the work of a graphics card', () => {
  for (const name of [SWIFT, 'llvmpipe (LLVM 19.1.7, 256 bits)', 'ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)', 'Apple Software Renderer']) {
    expect(drawings('', () => name)).toEqual(['canvas']);
    expect(drawings('?draw=webgl', () => name)).toEqual(['webgl', 'canvas']);
  }
});
