import { mount } from 'svelte';

import App from '../App.svelte';
import '../app.css';
import { fileOf } from './frozen';
import { begin, relink } from './thaw';

begin();
const target = document.getElementById('app');
if (target !== null) mount(App, { target });
relink(fileOf);
