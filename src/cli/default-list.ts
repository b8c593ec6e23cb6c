import { Command } from 'commander';

/**
 * Adds `list` to a group of commands, which is done without the name of a command too. Commander would take a misspelt name for
 * an argument of `list`; it is refused as an unknown command, with the name that is most like it.
 */
export function addDefaultList(group: Command): Command {
  const list = group.command('list', { isDefault: true }).allowExcessArguments();
  return list.hook('preAction', () => {
    const [given] = list.args;
    if (given === undefined) return;
    if (group.args[0] === list.name()) list.error(`error: 'list' takes no arguments, but got '${given}'`);
    const names = new Command(group.name()).copyInheritedSettings(group);
    for (const one of group.commands) names.command(one.name());
    names.parse([given], { from: 'user' });
  });
}
