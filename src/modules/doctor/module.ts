// What the module hands to the composition root.

import type { ModuleFacts } from '../../platform/module/description.ts';
import { type DoctorPorts, listDoctorCommands } from './doctor-commands.ts';

export const describeDoctor = (ports: DoctorPorts) =>
  ({
    name: 'doctor',
    commands: { 'See how it is doing:': listDoctorCommands(ports) },
  }) satisfies ModuleFacts;
