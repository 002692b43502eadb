import { Command } from 'commander';
import { accountCommand } from './account.ts';
import { annotationCommand } from './annotation.ts';
import { apiKeyCommand } from './apiKey.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { citusCommand } from './citus.ts';
import { copyCommand } from './copy.ts';
import { exportCommand } from './export.ts';
import { funnelCommand } from './funnel.ts';
import { goalCommand } from './goal.ts';
import { importCommand } from './import.ts';
import { linkCommand } from './link.ts';
import { memberCommand } from './member.ts';
import { migrateCommand } from './migrate.ts';
import { reclassifyCommand } from './reclassify.ts';
import { reportCommand } from './report.ts';
import { teamCommand } from './team.ts';
import { verifyCommand } from './verify.ts';
import { websiteCommand } from './website.ts';

/** `footfall …`. Every command calls the resolvers that REST and GraphQL call. */
export function program(): Command {
  return (
    new Command('footfall')
      .description(
        'Administer Footfall on the database of DATABASE_URL, with the rights of an owner in every team. ' +
          'The server may be running.',
      )
      .option('--json', 'print one JSON value, for scripts')
      // For `import`, which has options and subcommands.
      .enablePositionalOptions()
      .addCommand(accountCommand())
      .addCommand(teamCommand())
      .addCommand(memberCommand())
      .addCommand(apiKeyCommand())
      .addCommand(websiteCommand())
      .addCommand(linkCommand())
      .addCommand(annotationCommand())
      .addCommand(goalCommand())
      .addCommand(funnelCommand())
      .addCommand(reportCommand())
      .addCommand(exportCommand())
      .addCommand(importCommand())
      .addCommand(migrateCommand())
      .addCommand(backupCommand())
      .addCommand(restoreCommand())
      .addCommand(copyCommand())
      .addCommand(citusCommand())
      .addCommand(verifyCommand())
      .addCommand(reclassifyCommand())
  );
}
