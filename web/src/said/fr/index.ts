import { accounts } from './accounts';
import { archives } from './archives';
import { builds } from './builds';
import { classes } from './classes';
import { contests } from './contests';
import { desk } from './desk';
import { done } from './done';
import { ends } from './ends';
import { faults } from './faults';
import { finals } from './finals';
import { free } from './free';
import { matches } from './matches';
import { parts } from './parts';
import { records } from './records';
import { rooms } from './rooms';
import { server } from './server';
import { setup } from './setup';
import { teams } from './teams';
import type { Words } from '../catalogue';

export const words: Words = {
  sentences: { ...accounts, ...teams, ...contests, ...classes, ...matches, ...done, ...desk, ...builds, ...archives, ...ends, ...faults, ...free, ...records, ...server, ...finals, ...rooms, ...setup },
  parts,
};
