import { expect, test } from 'vitest';

import { drawings } from '../src/stage/drawing';

test('a graphics card draws where there is one, and a plain canvas where it is only a program', () => {
  expect(drawings('', () => 'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620, OpenGL 4.6)')).toEqual(['webgl', 'canvas']);
  for (const name of ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)))', 'llvmpipe (LLVM 15.0.7, 256 bits)', 'Microsoft Basic Render Driver', null]) {
    expect(drawings('', () => name)[0]).toBe('canvas');
  }
});

test('the address decides where somebody asks', () => {
  expect(drawings('?draw=webgl', () => null)).toEqual(['webgl', 'canvas']);
  expect(drawings('?draw=canvas', () => 'a card')).toEqual(['canvas']);
});
