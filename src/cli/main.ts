import { config as readDotenv } from 'dotenv';
import { program } from './program.ts';

readDotenv({ quiet: true });
await program().parseAsync();
