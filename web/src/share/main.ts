import { mount } from 'svelte';

import '../app.css';
import { Camera } from './camera';
import { embedded } from './embedded';
import Share from './Share.svelte';

const target = document.getElementById('app');
const camera = new Camera();
// `meydan export` asks for pictures through this.
Object.assign(window, { meydan: camera });
if (target !== null) {
  mount(Share, { target, props: { source: embedded(document.getElementById('reel')?.textContent ?? ''), onsession: (session) => camera.take(session) } });
}
