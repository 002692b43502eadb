import { config as readDotenv } from 'dotenv';
import { program } from './cli/program.ts';

readDotenv({ quiet: true });
await program().parseAsync();
