/** Types of the parts of json-server that the probe's test uses; the package has none. */
declare module 'json-server' {
  interface Application {
    use(...handlers: unknown[]): void;
    listen(port: number, host: string): unknown;
  }
  const jsonServer: {
    create(): Application;
    defaults(options: { logger: boolean }): unknown;
    bodyParser: unknown;
    router(content: object): unknown;
  };
  export default jsonServer;
}
