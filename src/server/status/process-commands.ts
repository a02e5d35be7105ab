import type { StatusFacts } from './status-facts.ts';

type Managed = Pick<StatusFacts, 'isInKubernetes'>;
type Process = { host?: string; kind: string; port: number | null };

const unitOf = ({ port }: Process) => (port === null ? 'forecourt-worker' : `forecourt@${port}`);

/** The first of two processes on one machine. */
export const FIRST_SERVER: Process = { kind: 'serve', port: 4321 };

/** Commands for processes, by what starts them. */
export const restartCommand = ({ isInKubernetes }: Managed, process: Process): string =>
  isInKubernetes
    ? `kubectl rollout restart deployment/forecourt-${process.kind}`
    : `systemctl restart ${unitOf(process)}`;

export const startCommand = ({ isInKubernetes }: Managed, process: Process): string =>
  isInKubernetes
    ? `kubectl get pods --selector app.kubernetes.io/component=${process.kind}`
    : `systemctl start ${unitOf(process)}`;

export const lookCommand = ({ isInKubernetes }: Managed, process: Process): string =>
  isInKubernetes ? `kubectl describe pod ${process.host}` : `systemctl status ${unitOf(process)}`;

/** @param word that the lines contain */
export const logCommand = ({ isInKubernetes }: Managed, word?: string): string => {
  if (!isInKubernetes)
    return `journalctl --unit 'forecourt*' ${word === undefined ? '--lines 50' : `--grep ${word}`}`;
  const logs = 'kubectl logs --selector app.kubernetes.io/name=forecourt --prefix';
  return word === undefined ? `${logs} --tail 50` : `${logs} --tail -1 | grep ${word}`;
};
