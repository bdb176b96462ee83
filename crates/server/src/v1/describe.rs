//! The description of the API for programs.

use utoipa::openapi::path::{OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{Schema, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
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
    let answer = match &line.answer {
        Some(answer) => {
            let content = ContentBuilder::new().schema(Some(answer.schema.clone())).build();
            ResponseBuilder::new().description("it is done").content("application/json", content)
        }
        None => ResponseBuilder::new().description("it is done"),
    };
    let refusal = ResponseBuilder::new().description("it is not done; `{code, error}` says why");
    operation.response("2XX", answer).response("4XX", refusal)
}
