//! The description of the API for programs.

use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{KnownFormat, Ref, Schema, SchemaFormat, Type};
use utoipa::openapi::security::{
    ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme,
};
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, HttpMethod, InfoBuilder, ObjectBuilder, OpenApi, OpenApiBuilder,
    PathItem, PathsBuilder, RefOr, Required, ResponseBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use super::{Line, table};

/// The shape of what is sent or received, with all that it is made of.
pub(crate) struct Shape {
    schema: RefOr<Schema>,
    parts: Vec<(String, RefOr<Schema>)>,
}

pub(crate) fn shape<T: ToSchema + PartialSchema>() -> Shape {
    let mut parts = Vec::new();
    T::schemas(&mut parts);
    Shape { schema: T::schema(), parts }
}

/// What there is under `/api/v1`, as OpenAPI has it.
pub fn openapi() -> OpenApi {
    let about = "Contests of an arena. Sign in with a cookie, or show a token as `Authorization: Bearer TOKEN`. \
        Errors are `{code, error}`: a word for programs and a sentence for people.";
    let info = InfoBuilder::new()
        .title("Meydan")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(about))
        .build();
    let session = SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new("meydan")));
    let token = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    let mut components =
        ComponentsBuilder::new().security_scheme("session", session).security_scheme("token", token);
    let word = |about: &str| ObjectBuilder::new().schema_type(Type::String).description(Some(about)).build();
    let refusal = ObjectBuilder::new()
        .property("code", word("a word for programs"))
        .property("error", word("a sentence for people"))
        .required("code")
        .required("error");
    components = components.schema("Refusal", refusal);
    let mut paths = PathsBuilder::new();
    for line in table() {
        for shape in [&line.body, &line.answer].into_iter().flatten() {
            components = components.schemas_from_iter(shape.parts.clone());
        }
        let operation = operation(&line);
        let method = match line.method {
            "GET" => HttpMethod::Get,
            "POST" => HttpMethod::Post,
            "PUT" => HttpMethod::Put,
            "PATCH" => HttpMethod::Patch,
            _ => HttpMethod::Delete,
        };
        paths = paths.path(format!("/api/v1{}", line.path), PathItem::new(method, operation));
    }
    OpenApiBuilder::new().info(info).paths(paths.build()).components(Some(components.build())).build()
}

/// What can stand in the way, whatever is asked for.
const REFUSALS: &[(&str, &str)] = &[
    ("400", "something in it is wrong; `error` says what"),
    ("401", "one has to sign in, or show a token"),
    ("403", "this is not for you to do"),
    ("404", "there is no such thing, or it is not for you to know of"),
    ("409", "it does not fit how things stand"),
    ("413", "it is too large"),
    ("429", "it was asked for too often; try again later"),
    ("500", "something went wrong on our side; it can be tried again"),
];

fn operation(line: &Line) -> OperationBuilder {
    let text = || ObjectBuilder::new().schema_type(Type::String).build();
    let mut operation = OperationBuilder::new().summary(Some(line.about));
    for name in line.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
        let parameter = ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(text()));
        operation = operation.parameter(parameter);
    }
    for (name, about) in line.query {
        let parameter = ParameterBuilder::new()
            .name(*name)
            .parameter_in(ParameterIn::Query)
            .required(Required::False)
            .description(Some(*about))
            .schema(Some(text()));
        operation = operation.parameter(parameter);
    }
    if let Some(body) = &line.body {
        let content = ContentBuilder::new().schema(Some(body.schema.clone())).build();
        operation = operation.request_body(Some(
            RequestBodyBuilder::new()
                .content("application/json", content)
                .required(Some(Required::True))
                .build(),
        ));
    }
    let file = || {
        let bytes = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        ContentBuilder::new().schema(Some(bytes.build())).build()
    };
    if let Some(kind) = line.upload {
        let body = RequestBodyBuilder::new().content(kind, file()).required(Some(Required::True));
        operation = operation.request_body(Some(body.build()));
    }
    let done = ResponseBuilder::new().description("it is done");
    let done = match (&line.answer, line.file) {
        (Some(answer), _) => {
            let content = ContentBuilder::new().schema(Some(answer.schema.clone())).build();
            done.content("application/json", content)
        }
        (None, Some(kind)) => done.content(kind, file()),
        (None, None) => done,
    };
    operation = operation.response("2XX", done);
    for (status, about) in REFUSALS {
        let refusal = ContentBuilder::new().schema(Some(Ref::from_schema_name("Refusal"))).build();
        let refusal = ResponseBuilder::new().description(*about).content("application/json", refusal);
        operation = operation.response(*status, refusal);
    }
    let nobody = SecurityRequirement::default();
    let ways = ["session", "token"].map(|way| SecurityRequirement::new(way, [] as [&str; 0]));
    operation.securities(Some([nobody].into_iter().chain(ways)))
}
